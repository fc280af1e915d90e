import type { Actor } from '#app/audit/actor'
import type { DocumentHappening } from '#app/audit/audit_trail'
import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import { canonicalJson } from '#app/foundation/canonical_json'
import SignatureOvertaken from '../errors/signature_overtaken.js'
import { certificateFault } from './certificate_fault.js'
import { baseOf, type OwnRevision } from './own_signature.js'

/** What a signer hands in under the lock. */
interface Handed {
  revision: OwnRevision | null
  answers: ReadonlyMap<string, string>
  /** Scripted signers have no certificate. */
  isScripted: boolean
}

/**
 * Puts the signature with a signer's own certificate on record, if nothing has changed since it was made.
 *
 * @returns its entry in the trail
 * @throws AnswersRefused, SignatureOvertaken
 */
export function recordOwn(
  document: Document,
  signer: Signer,
  actor: Actor,
  { revision, answers, isScripted }: Handed
): DocumentHappening[] {
  if (!revision) {
    if (signer.certificate !== 'required' || isScripted) return []
    throw certificateFault('certificate_missing', 'A certificate of your own is asked for')
  }
  if (!signer.certificate)
    throw certificateFault('certificate_not_asked', 'No certificate is asked for any more')
  const isSame = canonicalJson([...answers]) === canonicalJson([...revision.answers])
  const isOfNow = revision.base === baseOf(document) && revision.signerName === signer.name
  if (!isOfNow || !isSame) throw new SignatureOvertaken()
  const { signature, base: baseSha256 } = revision
  const { subject, issuer, serial, sha256, validUntil } = signature
  const { revisionSha256, revisionBytes } = signature
  signer.certified = signature
  document.revisionSha256 = revisionSha256
  const details = {
    ...{ signerId: signer.id, certificateSha256: sha256, validUntil },
    ...{ baseSha256, revisionSha256, revisionBytes },
  }
  const personal = { subject, issuer, serial }
  return [{ action: 'signer.certificate_signed', actor, details, personal }]
}
