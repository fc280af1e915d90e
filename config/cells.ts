import env from '#start/env'
import { postgresUrl } from '#app/foundation/postgres_address'
import type { LoginSecrets } from '#app/tenancy/connections/login'

/** The platform's own database; it is also the first cell. */
export const platformDatabase = postgresUrl(env.get('DATABASE_URL'))

/** Cells by name. `CELLS` adds more: `eu=postgres://… us=postgres://…`. */
export const cells: ReadonlyMap<string, string> = new Map([
  ['main', platformDatabase],
  ...(env.get('CELLS') ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((pair): [string, string] => [
      pair.slice(0, pair.indexOf('=')),
      postgresUrl(pair.slice(pair.indexOf('=') + 1)),
    ]),
])

/** Of the logins that this process may be. */
export const loginSecrets: LoginSecrets = {
  DATABASE_SECRET_PLATFORM: env.get('DATABASE_SECRET_PLATFORM'),
  DATABASE_SECRET_APP: env.get('DATABASE_SECRET_APP'),
  DATABASE_SECRET_RELAY: env.get('DATABASE_SECRET_RELAY'),
  DATABASE_SECRET_MIGRATOR: env.get('DATABASE_SECRET_MIGRATOR'),
}
