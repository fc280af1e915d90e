import { accessCheckOf, type AccessCheck } from '#app/documents/signers/access_code'
import type Signer from '#app/documents/signers/signer'
import { HOUR_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Statement } from '#app/tenancy/statement'
import AccessCodeMissing from '../errors/access_code_missing.js'

/** A document may be read over a working day. */
export const PASS_MS = 12 * HOUR_MS

type Asked = Pick<Signer, 'id' | 'accessCommitment'>

const HELD = `select granted_at from access_passes
  where signer_id = $1 and browser_sha256 = $2 and access_commitment = $3 and granted_at > $4`
const GRANT = `insert into access_passes (signer_id, browser_sha256, access_commitment, granted_at) values ($1, $2, $3, $4)
  on conflict (signer_id, browser_sha256) do update
    set access_commitment = excluded.access_commitment, granted_at = excluded.granted_at`

/** That the right code was entered in one browser, for one signer. `browser` is the secret that it keeps. */
export const AccessPass = {
  /** Whether the link shows its document in this browser. */
  async isHeld({ id, accessCommitment }: Asked, browser: string | null): Promise<boolean> {
    if (accessCommitment === null) return true
    if (browser === null) return false
    const since = new Date((await tenantClock.read()).getTime() - PASS_MS)
    const values = [id, sha256Hex(browser), accessCommitment, since]
    const [rows] = await CurrentTenant.batch([
      query<RowOf<'access_passes', 'granted_at'>>(HELD, values),
    ] as const)
    return rows.length > 0
  },

  /** What a signature names of the code that was asked for. Under the lock of the document. @throws AccessCodeMissing */
  async demand(
    signer: Asked & Pick<Signer, 'oneTimeCode'>,
    browser: string | null
  ): Promise<{ access?: AccessCheck }> {
    const access = accessCheckOf(signer)
    if (access === null) return {}
    if (!(await AccessPass.isHeld(signer, browser))) throw new AccessCodeMissing()
    return { access }
  },

  granting({ id, accessCommitment }: Asked, browser: string): Statement {
    return { text: GRANT, values: [id, sha256Hex(browser), accessCommitment, tenantClock.now()] }
  },
}
