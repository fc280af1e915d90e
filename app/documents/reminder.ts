import type { Actor } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type { DocumentChange } from './document_change.js'
import type Signer from './signers/signer.js'
import { Suppression } from './signers/suppression.js'
import DocumentTransitionRefused from './errors/document_transition_refused.js'
import { REMINDER_INTERVAL_MS } from './reminder_schedule.js'
import SignerNotAwaited from './errors/signer_not_awaited.js'
import SignersUnreachable from './errors/signers_unreachable.js'
import ReminderTooSoon from './errors/reminder_too_soon.js'

/**
 * Reminds the signers whose turn it is and whom mail reaches, unless they have been reminded just before.
 *
 * @param only  the one signer who is to be reminded
 * @throws DocumentTransitionRefused, ReminderTooSoon; SignerNotAwaited where nobody is asked by mail to sign now, SignersUnreachable where
 *   no mail goes to any of them; nothing is changed then
 */
export async function remind(change: DocumentChange, by: Actor, only?: string): Promise<void> {
  const { document } = change
  if (!document.isVoidable) throw new DocumentTransitionRefused(document.status, 'reminded')
  const now = tenantClock.now()
  const awaited = document.currentTurn.filter(
    (signer) => signer.isAwaitedByMail && (only === undefined || signer.id === only)
  )
  if (awaited.length === 0) throw new SignerNotAwaited(document)
  const suppressed = await Suppression.among(awaited.map(({ email }) => email))
  const reached = awaited.filter(({ email }) => !suppressed.has(email.toLowerCase()))
  if (reached.length === 0) throw new SignersUnreachable()
  const signers = reached.filter((signer) => pauseOf(signer, now) <= 0)
  if (signers.length === 0) {
    const waitMs = Math.min(REMINDER_INTERVAL_MS, ...reached.map((signer) => pauseOf(signer, now)))
    throw new ReminderTooSoon(Math.ceil(waitMs / 1000))
  }
  document.merge({ remindedAt: now, updatedAt: now })
  for (const signer of signers) {
    signer.merge({ remindedAt: now })
    change.signal('signer.reminded', signer.id)
  }
  change.log({
    action: 'document.reminded',
    actor: by,
    details: { signerIds: signers.map(({ id }) => id) },
  })
  change.emit('document.reminded')
}

/** Milliseconds until they may be reminded again. */
function pauseOf({ remindedAt }: Signer, now: Date): number {
  return (remindedAt?.getTime() ?? 0) + REMINDER_INTERVAL_MS - now.getTime()
}
