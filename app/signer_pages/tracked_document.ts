import type Document from '#app/documents/document'
import { SIGNER_LABELS } from '#app/documents/signer_status'
import { initialsOf } from '#app/documents/tracking'

/** What the tracking page tells of a document, and nothing else: nobody in full, no reason, no file. */
export function trackedDocument(document: Document) {
  const { title, label, progress, isSealing, status } = document
  return {
    title,
    label,
    progress,
    status: isSealing ? 'sealing' : status,
    signers: document.signers.map(({ name, shownStatus, signedAt }) => ({
      shortName: initialsOf(name),
      status: shownStatus,
      label: SIGNER_LABELS[shownStatus],
      signedAt,
    })),
    dates: datesOf(document),
  }
}

function datesOf(document: Document) {
  const { sentAt, expiresAt, isVoidable, completedAt, declinedAt, expiredAt, voidedAt } = document
  return [
    { label: 'Sent', at: sentAt },
    { label: 'Expires', at: isVoidable ? expiresAt : null },
    { label: 'Completed', at: completedAt },
    { label: 'Declined', at: declinedAt },
    { label: 'Expired', at: expiredAt },
    { label: 'Voided', at: voidedAt },
  ].filter(({ at }) => at !== null)
}
