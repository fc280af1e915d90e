import type Document from './document.js'
import DraftRefused from './errors/draft_refused.js'

/**
 * Signers without a signature field sign on a page that sealing adds. A file that bears signatures already gets none, so each of its
 * signers needs a field.
 *
 * @throws DraftRefused
 */
export function assertPlacesToSign(document: Document): void {
  if (!document.isSignedBefore) return
  const faults = document.signers.flatMap((signer, index) => {
    const hasField = document.fieldsOf(signer).some(({ type }) => type === 'signature')
    if (hasField || !signer.isSigning) return []
    const message = `${signer.name} needs a signature field: this PDF bears a signature already, so that no page can be added to sign on`
    return [{ path: ['signers', index, 'fields'], code: 'signature_field_missing', message }]
  })
  if (faults.length > 0) throw new DraftRefused(faults)
}
