import type { Actor } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { record } from '#app/events/record'
import { clock } from '#app/foundation/clock'
import type Document from './document.js'
import { tell } from './document_news.js'
import DocumentTransitionRefused from './errors/document_transition_refused.js'
import ReminderTooSoon from './errors/reminder_too_soon.js'

const PAUSE_MS = 3_600_000

/** Reminds the signers whose turn it is, at most once an hour. The document is locked in this unit. */
export async function remind(document: Document, by: Actor): Promise<void> {
  if (!document.isVoidable) throw new DocumentTransitionRefused(document.status, 'reminded of')
  const now = clock.now()
  const waitMs = (document.remindedAt?.getTime() ?? 0) + PAUSE_MS - now.getTime()
  if (waitMs > 0) throw new ReminderTooSoon(Math.ceil(waitMs / 1000))
  const signers = document.currentTurn.filter((signer) => signer.isAwaited)
  document.merge({ remindedAt: now, updatedAt: now })
  for (const signer of signers)
    record({ name: 'signer.reminded', ref: signer.id, documentId: document.id })
  await AuditTrail.append(document, {
    action: 'document.reminded',
    actor: by,
    details: { signerIds: signers.map(({ id }) => id) },
  })
  tell(document, 'document.reminded')
  await document.save()
}
