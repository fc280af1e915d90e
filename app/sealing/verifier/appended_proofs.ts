import Unproven from '../errors/unproven.js'
import { proveLongTerm } from '../long_term/proof_check.js'
import { proofsBehind } from '../long_term/proof_revision.js'
import type { SealExamined } from '../seal_verifier.js'

/** Whether nothing stands behind a whole seal, which ends at `end`, but what proves it for the long term. */
export function hasProofs(
  bytes: Uint8Array,
  end: number,
  { signature, path, verdict }: SealExamined
): boolean {
  const proofs = proofsBehind(bytes, end)
  if (!proofs) return false
  const { timestampToken } = signature!
  try {
    proveLongTerm(proofs, { path, timestampToken, signedAt: verdict.signedAt! })
    return true
  } catch (error) {
    if (error instanceof Unproven) return false
    throw error
  }
}
