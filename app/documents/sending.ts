import { SYSTEM, type Actor } from '#app/audit/actor'
import type { Happening } from '#app/audit/audit_entry'
import { record } from '#app/events/record'
import { clock } from '#app/foundation/clock'
import { Outbox } from '#app/tenancy/outbox'
import type Document from './document.js'
import type Signer from './signer.js'
import { tell } from './document_news.js'
import { DAY_MS } from './limits.js'

/** Signers who have not signed are reminded once, this long before the document expires, if it lives longer than that. */
const REMINDER_BEFORE_EXPIRY_MS = 2 * DAY_MS

/**
 * Sends a document to the signers whose turn is first: changes it and them in memory, records what follows from it, and returns what
 * belongs into the trail. The caller saves, in the same unit.
 */
export function dispatch(document: Document, by: Actor): Happening[] {
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + document.expiresInDays * DAY_MS)
  document.become('pending').merge({ sentAt: now, expiresAt, updatedAt: now })
  schedule(document.id, now, expiresAt)
  tell(document, 'document.sent')
  const details = { expiresAt: expiresAt.toISOString() }
  return [
    { action: 'document.sent', actor: by, details },
    ...invite(document, document.currentTurn),
  ]
}

/** Asks signers to sign. Each counts once in `emailsSent`, whenever its turn comes. */
export function invite(document: Document, signers: readonly Signer[]): Happening[] {
  const now = clock.now()
  return signers
    .filter((signer) => signer.status === 'pending')
    .map((signer) => {
      signer.merge({ status: 'sent', sentAt: now })
      document.emailsSent += 1
      record({ name: 'signer.invited', ref: signer.id, documentId: document.id })
      return {
        action: 'invite.sent',
        actor: SYSTEM,
        details: { signerId: signer.id },
        personal: { email: signer.email },
      }
    })
}

function schedule(documentId: string, now: Date, expiresAt: Date): void {
  Outbox.append({ kind: 'expire', ref: documentId, dueAt: expiresAt })
  const remindAt = new Date(expiresAt.getTime() - REMINDER_BEFORE_EXPIRY_MS)
  if (remindAt.getTime() - now.getTime() >= DAY_MS)
    Outbox.append({ kind: 'remind', ref: documentId, dueAt: remindAt })
}
