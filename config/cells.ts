import { createHmac } from 'node:crypto'
import env from '#start/env'

/** `platform` owns the platform's tables, `app` runs tenants' units, `relay` reads outboxes, `migrator` makes schemas and roles. */
export type Login = 'platform' | 'app' | 'relay' | 'migrator'

/**
 * The address of one login of a database.
 *
 * @param base  `postgres://<prefix>:<secret>@host:port/database`; the login is `<prefix>_<login>` and its password
 *              is derived from the secret, so that no two logins share one
 */
export function loginUrl(base: string, login: Login): string {
  const url = new URL(base)
  const secret = decodeURIComponent(url.password)
  url.username = loginName(base, login)
  url.password = createHmac('sha256', secret).update(`login:${url.username}`).digest('base64url')
  return url.href
}

/** Roles are cluster-wide: the prefix keeps two installations in one cluster apart. */
export function loginName(base: string, login: Login | 'tenant'): string {
  return `${rolePrefix(base)}_${login}`
}

function rolePrefix(base: string): string {
  const prefix = decodeURIComponent(new URL(base).username)
  if (!/^[a-z][a-z0-9_]{0,20}$/.test(prefix)) {
    throw new Error(
      'The user in DATABASE_URL names the prefix of all logins: a-z, 0-9 and _, at most 21 characters'
    )
  }
  return prefix
}

/** The platform's own database; it is also the first cell. */
export const platformDatabase = env.get('DATABASE_URL')

/** Cells by name. `CELLS` adds more: `eu=postgres://… us=postgres://…`. */
export const cells: ReadonlyMap<string, string> = new Map([
  ['main', platformDatabase],
  ...(env.get('CELLS') ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((pair): [string, string] => [
      pair.slice(0, pair.indexOf('=')),
      pair.slice(pair.indexOf('=') + 1),
    ]),
])
