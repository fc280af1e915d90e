import { createHmac } from 'node:crypto'

/** `platform` owns the platform's tables, `app` runs tenants' units, `relay` reads outboxes, `migrator` makes schemas and roles. */
export type Login = 'platform' | 'app' | 'relay' | 'migrator'

/** Where the secret of a login is found when the address has none. */
const SECRETS = {
  platform: 'DATABASE_SECRET_PLATFORM',
  app: 'DATABASE_SECRET_APP',
  relay: 'DATABASE_SECRET_RELAY',
  migrator: 'DATABASE_SECRET_MIGRATOR',
} as const satisfies Record<Login, string>

/** By the names of their variables. */
export type LoginSecrets = Partial<Record<(typeof SECRETS)[Login], string>>

/**
 * The address of one login of a database.
 *
 * @param base  `postgres://<prefix>@host:port/database`; the login is `<prefix>_<login>`. With a secret, as in
 *              `<prefix>:<secret>@`, that is the secret of all four logins, and gives access to all of them
 * @param secrets  where the secret of this login is; its password is derived from it
 * @throws an error that names the variable of a login whose secret this process does not have
 */
export function loginUrl(base: string, login: Login, secrets: LoginSecrets): string {
  const url = new URL(base)
  const secret = decodeURIComponent(url.password) || secrets[SECRETS[login]]
  if (!secret)
    throw new Error(`This process has no secret of the login ${login}: set ${SECRETS[login]}`)
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
