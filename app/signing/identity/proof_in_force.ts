import { MINUTE_MS } from '#app/foundation/duration'
import { safeEqual, sha256Hex } from '#app/foundation/opaque_token'
import type Signer from '#app/documents/signers/signer'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import IdentityUnproved from '../errors/identity_unproved.js'

/** From the proof to the end of signing. */
const LIFE_MS = 10 * MINUTE_MS

type Row = RowOf<'identity_proofs', 'proved_at' | 'browser_sha256' | 'assertion_sha256'>

const OF_SIGNER =
  'select proved_at, browser_sha256, assertion_sha256 from identity_proofs where signer_id = $1'

/** That a signer has proved who they are, in one browser and for ten minutes. */
export class ProofInForce {
  private constructor(private row: Row) {}

  /** @param browser  the secret that the browser keeps. @returns null where nothing was proved in it */
  static async of(
    { id }: Pick<Signer, 'id'>,
    browser: string | null
  ): Promise<ProofInForce | null> {
    const [[row]] = await CurrentTenant.batch([query<Row>(OF_SIGNER, [id])] as const)
    const isSame = row && browser !== null && safeEqual(row.browser_sha256, sha256Hex(browser))
    return isSame ? new ProofInForce(row) : null
  }

  /**
   * What a signature names of the proof that it needs, if it needs one. Under the lock of the document.
   *
   * @throws IdentityUnproved
   */
  static async demand(
    signer: Signer,
    browser: string | null
  ): Promise<{ identity?: { assertionSha256: string } }> {
    if (!signer.identity) return {}
    const proof = await ProofInForce.of(signer, browser)
    if (!proof?.isInForce) throw new IdentityUnproved()
    return { identity: { assertionSha256: proof.row.assertion_sha256 } }
  }

  get provedAt(): Date {
    return this.row.proved_at
  }

  get endsAt(): Date {
    return new Date(this.provedAt.getTime() + LIFE_MS)
  }

  get isInForce(): boolean {
    return tenantClock.now() < this.endsAt
  }
}
