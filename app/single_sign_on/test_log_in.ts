import { clock } from '#app/foundation/clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

const OPEN = `select begun_by from sso_requests
  where purpose = 'test' and expires_at > $1 and (relay_sha256 = $2 or id = $3) limit 1`
const NOTE = `update sso_connection set tested_at = $1, tested_by = $2, tested_version = $3
  where version = $3`

/** A log-in that somebody tries who sets single sign-on up. Always in the live scope. */
export const TestLogIn = {
  /**
   * Whose test a response belongs to that was refused.
   *
   * @param relay  the value that the provider brings back, by which a test is known whose response cannot be read
   * @param inResponseTo  of a response that was read
   * @returns null for a response that is no test's
   */
  async begunBy(relay: string | null, inResponseTo: string | null): Promise<string | null> {
    const relayed = relay === null ? null : sha256Hex(relay)
    const values = [clock.now(), relayed, inResponseTo]
    const [[open]] = await CurrentTenant.batch([
      query<RowOf<'sso_requests', 'begun_by'>>(OPEN, values),
    ] as const)
    return open?.begun_by ?? null
  },

  /** Every check was passed with this version of the connection; what was changed meanwhile was not tested. */
  async pass(by: string, version: number): Promise<void> {
    await CurrentTenant.batch([{ text: NOTE, values: [clock.now(), by, version] }])
  },
}
