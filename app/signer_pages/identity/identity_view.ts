import type { HttpContext } from '@adonisjs/core/http'
import { isIdentityFailure, type IdentityFailure } from '#app/signing/identity/identity_failure'
import { ProofInForce } from '#app/signing/identity/proof_in_force'
import { Vouching } from '#app/single_sign_on/vouching'
import { IdentityCookie } from './identity_cookie.js'

/** What a signer's page shows of the proof of identity that is asked of them. */
export interface IdentityView {
  /** `closed`: it cannot be given at the moment, and only the sender can do something about it. */
  state: 'needed' | 'proved' | 'ended' | 'closed'
  /** Of the identity provider; null while it is closed. */
  provider: string | null
  /** Until when they have to finish. */
  until: Date | null
  /** Why the last try failed. */
  failure: IdentityFailure | null
}

/** @returns null where the link is enough */
export async function identityView(ctx: HttpContext): Promise<IdentityView | null> {
  const { signer } = ctx.signing
  if (!signer.identity) return null
  const proof = await ProofInForce.of(signer, IdentityCookie.read(ctx))
  const vouching = await Vouching.current()
  const provider = vouching.name
  if (proof?.isInForce) return { state: 'proved', provider, until: proof.endsAt, failure: null }
  if (!(await vouching.canProve(signer.email)))
    return { state: 'closed', provider: null, until: null, failure: null }
  const failure = failureOf(ctx)
  const state = proof && !failure ? 'ended' : 'needed'
  return { state, provider, until: null, failure }
}

/** As the address says it to which a failed try leads. */
function failureOf({ request }: HttpContext): IdentityFailure | null {
  const { identity } = request.qs()
  return isIdentityFailure(identity) ? identity : null
}
