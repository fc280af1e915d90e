import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import { must } from './gate/rejection.js'
import { logInRequest, type Outgoing } from './our_messages.js'
import type Connection from './connection.js'

const LIFE_MS = 10 * MINUTE_MS

const TAKE = `delete from sso_requests where id = $1 and purpose in ('log_in', 'test', 'signing') returning *`

interface Beginning {
  browser: string
  next: string | null
  testBy?: string
  isFresh?: boolean
}

/** What the provider was asked, and by which browser. Always in the live scope. */
export const LogInRequest = {
  /**
   * @param browser  a secret that the browser keeps, so that nobody ends for them what they have begun
   * @param testBy  who tries it, a member's id or that of a set-up link; without it somebody logs in
   * @param isFresh  whether the provider is to ask anew, though somebody is logged in there
   */
  async begin(
    connection: Connection,
    { browser, next, testBy, isFresh = false }: Beginning
  ): Promise<Outgoing> {
    // a response that cannot be read belongs to somebody as well, who wants to know why
    const relayState = testBy === undefined ? '' : randomToken()
    const message = await logInRequest(connection, { relayState, isFresh })
    const now = clock.now()
    const row = {
      ...{ id: message.id, purpose: testBy === undefined ? 'log_in' : 'test', next },
      browser_sha256: sha256Hex(browser),
      begun_by: testBy ?? null,
      relay_sha256: relayState === '' ? null : sha256Hex(relayState),
      expires_at: new Date(now.getTime() + LIFE_MS),
    }
    await CurrentTenant.batch([
      { text: 'delete from sso_requests where expires_at <= $1', values: [now] },
      insertion('sso_requests', [row]),
    ])
    return message
  },

  /** In a unit: the request is answered, and by no other response. @returns null for a response that nobody asked for, which the gate takes only where the tenant allows it. @throws Rejection */
  async take(id: string | null): Promise<RowOf<'sso_requests'> | null> {
    if (id === null) return null
    const [[request]] = await CurrentTenant.batch([
      query<RowOf<'sso_requests'>>(TAKE, [id]),
    ] as const)
    const isOpen = request && request.expires_at > clock.now()
    must(isOpen, 'in_response_to', 'E_IN_RESPONSE_TO', { received: id })
    return request
  },
}
