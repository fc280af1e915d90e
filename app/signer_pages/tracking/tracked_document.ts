import type Document from '#app/documents/document'
import { initialsOf } from '#app/documents/tracking/tracking'

/** What the tracking page tells of a document, and nothing else: nobody in full, no reason, no file. */
export function trackedDocument(document: Document) {
  const { title, progress, isSealing, status } = document
  return {
    title,
    progress,
    status: isSealing ? 'sealing' : status,
    signers: document.acting.map(({ role, name, displayStatus, signedAt }) => ({
      role,
      shortName: initialsOf(name),
      status: displayStatus,
      signedAt,
    })),
    dates: datesOf(document),
  }
}

function datesOf(document: Document) {
  const { sentAt, expiresAt, isVoidable, completedAt } = document
  const { declinedAt, expiredAt, voidedAt, failedAt } = document
  return [
    { name: 'sent', at: sentAt },
    { name: 'expires', at: isVoidable ? expiresAt : null },
    { name: 'completed', at: completedAt },
    { name: 'declined', at: declinedAt },
    { name: 'expired', at: expiredAt },
    { name: 'voided', at: voidedAt },
    { name: 'failed', at: failedAt },
  ].filter(({ at }) => at !== null)
}
