import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { randomToken, safeEqual, sha256Hex } from '#app/foundation/opaque_token'
import { homeNetwork } from '#app/foundation/limits/home_network'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import Session, { type ByProvider, type LogInMethod } from './session.js'
import User from '../users/user.js'

/** Two redirects. */
const CODE_LIFE_MS = 30_000

interface Destination {
  /** The host where the browser is to be logged in as well. */
  host: string
  /** SHA-256 of the nonce that the other host set as a cookie: it binds the code to this browser. */
  nonceSha256: string
  next: string
}

/** What a browser shows of itself, at either host. */
interface Client {
  ipAddress: string
  userAgent?: string
}

interface Arrival extends Client {
  host: string
  nonce: string
}

interface Transferred {
  user: User
  /** SHA-256 of the token of the first session, which still has to be there when the second begins. */
  from: string
  /** The identity provider's session that the first one is a part of. */
  by: ByProvider | undefined
  method: LogInMethod
  /** When the person proved who they are; never recently, for at the second host they have not. */
  provedAt: Date
  /** When they logged in there. */
  beganAt: Date
  next: string
}

const TAKE = 'delete from crossings where code_sha256 = $1 returning *'
const USER = `select u.* from users u join sessions s on s.user_id = u.id
  where s.token_sha256 = $1 and s.expires_at > $2 and u.disabled_at is null`

/**
 * Takes a log-in from one host of a tenant to another: cookies stay on their host, so the browser carries a one-time code. The code is a row of this
 * tenant's account, so it is worthless under another tenant's host. Always in the live scope.
 */
export const HostTransfer = {
  /** @returns the code, shown here only */
  async begin(
    session: Session,
    { host, nonceSha256, next }: Destination,
    client: Client
  ): Promise<Secret<string>> {
    const code = randomToken()
    const now = clock.now()
    const row = {
      code_sha256: sha256Hex(code),
      session: session.tokenSha256,
      host,
      nonce_sha256: boundTo(client, nonceSha256),
      next,
      expires_at: new Date(now.getTime() + CODE_LIFE_MS),
    }
    await CurrentTenant.batch([
      { text: 'delete from crossings where expires_at <= $1', values: [now] },
      insertion('crossings', [row]),
    ])
    return new Secret(code)
  },

  /** Once: a second use of a code finds nothing, and a browser that presents another's code uses it up. */
  async end(code: string, { host, nonce, ...client }: Arrival): Promise<Transferred | null> {
    const [[taken]] = await CurrentTenant.batch([
      query<RowOf<'crossings'>>(TAKE, [sha256Hex(code)]),
    ])
    const now = clock.now()
    if (!taken || taken.expires_at <= now || taken.host !== host) return null
    if (!safeEqual(taken.nonce_sha256, boundTo(client, sha256Hex(nonce)))) return null
    const values = [taken.session, now]
    const [users, sessions] = await CurrentTenant.batch([
      { text: USER, values },
      { text: 'select * from sessions where token_sha256 = $1', values: [taken.session] },
    ])
    const [user] = modelsOf(User, users)
    const [session] = modelsOf(Session, sessions)
    if (!user || !session) return null
    const { by, method, proofElsewhere: provedAt, createdAt: beganAt } = session
    return { user, from: taken.session, by, method, provedAt, beganAt, next: taken.next }
  },
}

/** The server of a host that leads elsewhere by now may hold code and nonce. It comes from another network, or is another program. */
export function boundTo({ ipAddress, userAgent = '' }: Client, nonceSha256: string): string {
  return sha256Hex([nonceSha256, homeNetwork(ipAddress), userAgent].join('\n'))
}
