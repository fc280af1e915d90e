import { createHash, X509Certificate } from 'node:crypto'
import SealFailed from '../errors/seal_failed.js'
import type { Stamped } from '../later_timestamp.js'
import { examineSeal, type SealExamined } from '../seal_verifier.js'
import { stampChain } from './certificate_chains.js'
import { proveLongTerm } from './proof_check.js'
import { withProofs } from './proof_revision.js'
import type { Proofs } from './proofs.js'

/** The certificates of a seal and of its time stamp, each from the one that signed upwards; DER. */
export interface SealChains {
  seal: Uint8Array[]
  /** Of a certificate of the tenant's own, which those of the seal endorse; else empty. */
  own: Uint8Array[]
  stamp: Uint8Array[]
}

interface Order {
  sealed: Uint8Array
  /** DER of the authorities that the seal may lead to. */
  roots: readonly Uint8Array[]
}

/** @param known  issuers that a time stamp need not enclose, DER @throws E_SEAL_FAILED for what is no whole seal with a time stamp */
export function chainsOf({
  sealed,
  roots,
  known,
}: Order & { known: readonly Uint8Array[] }): SealChains {
  const { path, own, timestampToken } = provenSeal(sealed, roots)
  const chain = stampChain(
    timestampToken,
    known.map((der) => new X509Certificate(der))
  )
  const [seal, theirs, stamp] = [path, own, chain].map((some) => some.map(({ raw }) => raw))
  return { seal: seal!, own: theirs!, stamp: stamp! }
}

/**
 * Raises a seal with a time stamp to PAdES B-LT. The file begins with the same bytes.
 *
 * @throws E_SEAL_FAILED, and E_UNPROVEN where the proofs do not prove it
 */
export function toLongTerm({ sealed, roots, proofs }: Order & { proofs: Proofs }): Stamped {
  proveLongTerm(proofs, provenSeal(sealed, roots))
  const bytes = withProofs(sealed, proofs)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** @throws E_SEAL_FAILED for what is no whole seal with a time stamp that can be checked */
export function provenSeal(sealed: Uint8Array, roots: readonly Uint8Array[]) {
  const found: SealExamined = examineSeal(sealed, { roots })
  const { verdict, signature, path, own, hasUncheckedTimestamp } = found
  const timestampToken = signature?.timestampToken
  if (!verdict.valid || !timestampToken)
    throw new SealFailed(`it cannot be raised: ${verdict.reason ?? 'it has no time stamp'}`)
  if (hasUncheckedTimestamp)
    throw new SealFailed('it cannot be raised: its time stamp cannot be checked')
  return { path, own, timestampToken, signedAt: verdict.signedAt! }
}
