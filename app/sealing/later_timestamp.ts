import { createHash } from 'node:crypto'
import SealFailed from './errors/seal_failed.js'
import { CmsSignature } from './pades/cms_signature.js'
import { OwnSignature } from './pades/own_signature.js'
import { fillSlot } from './pades/signature_dictionary.js'
import { SignedRange } from './pades/signed_range.js'
import { foundSeal } from './found_seal.js'
import { verifySeal } from './seal_verifier.js'

export interface Stamped {
  bytes: Uint8Array
  /** Lower-case hexadecimal, of all of `bytes`. */
  sha256: string
}

/** What an authority stamps: a copy of the signature's value. @throws E_NOT_OUR_PDF, E_UNPROVEN, E_SEAL_FAILED */
export function signatureValueOf(sealed: Uint8Array): Uint8Array {
  return Uint8Array.from(signatureIn(sealed).signature.value)
}

/**
 * Adds a time stamp to the signature of a file that was sealed while no authority answered: an unsigned attribute of its CMS, in the room
 * that was left for it (EN 319 142-1, 5.3, level B-T). The signature covers every byte but that room, so that nothing else changes.
 *
 * @param roots  DER of the authorities that the seal may lead to
 * @param token  DER, which an authority made of `signatureValueOf(sealed)`
 * @throws E_SEAL_FAILED, and E_NOT_OUR_PDF or E_UNPROVEN for a file that we did not seal
 */
export function withTimestamp(sealed: Uint8Array, roots: Uint8Array[], token: Uint8Array): Stamped {
  const { range, signature } = signatureIn(sealed)
  const [certificate, ...chain] = signature.certificates.map(({ raw }) => raw)
  const { value } = signature
  const cms = CmsSignature.of({ certificate: certificate!, chain, digest: range.digest, value })
  cms.addTimestamp(token)
  const bytes = Buffer.from(sealed)
  const roomBytes = (range.end - range.start - 2) / 2
  fillSlot(bytes, { at: range.start + 1, roomBytes }, cms.encode())
  const { valid, isTimestamped, reason } = verifySeal(bytes, { roots })
  if (!valid || !isTimestamped) throw new SealFailed(`what was stamped does not hold: ${reason}`)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function signatureIn(sealed: Uint8Array) {
  const { file, ref } = foundSeal(sealed)
  const dictionary = file.dictionary(ref)
  const range = SignedRange.of(dictionary, file)
  const signature = OwnSignature.read(range.signatureOf(dictionary, ref))
  signature.prove(range.digest)
  return { range, signature }
}
