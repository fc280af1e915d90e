import type { Actor } from '#app/audit/actor'
import { DAY_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type Document from './document.js'
import type { DocumentChange } from './document_change.js'
import DocumentTransitionRefused from './errors/document_transition_refused.js'

/** In days: the first reminder after the document was sent, the others after the one before. At most so many; 0 for none at all. */
export interface ReminderPlan {
  first: number
  every: number
  most: number
}

export const PLAN_LIMITS = { days: 90, most: 20 } as const

export const NO_REMINDERS: ReminderPlan = { first: 1, every: 1, most: 0 }

/**
 * Settles when signers are reminded from now on; reminders that were sent by an earlier plan count.
 *
 * @param plan  null for the one reminder before the document expires
 * @throws DocumentTransitionRefused once it has ended
 */
export function planReminders(change: DocumentChange, plan: ReminderPlan | null, by: Actor): void {
  const { document } = change
  if (document.status !== 'draft' && !document.isVoidable)
    throw new DocumentTransitionRefused(document.status, 'reminded')
  document.merge({ reminderPlan: plan, updatedAt: tenantClock.now() })
  scheduleNext(document)
  change.log({
    action: 'document.reminders_planned',
    actor: by,
    details: plan ? { ...plan } : { most: null },
  })
}

/**
 * Writes down when its next reminder is, and leaves the work; for a document that was sent. Work of an earlier plan finds nothing due.
 *
 * @param passed  when the day of a reminder passed on which nobody could be asked: the next one is counted from there
 */
export function scheduleNext(document: Document, passed: Date | null = null): void {
  const { id, reminderPlan: plan, sentAt, expiresAt, plannedReminders: made } = document
  const isOver = !plan || !sentAt || made >= plan.most
  const dueAt = isOver ? null : dueAfter(plan)
  const isInTime = dueAt !== null && (expiresAt === null || dueAt < expiresAt)
  document.merge({ nextReminderAt: isInTime ? dueAt : null })
  if (isInTime) Outbox.append({ kind: 'remind', ref: id, dueAt })

  function dueAfter({ first, every }: ReminderPlan): Date {
    const now = tenantClock.now().getTime()
    const isFirst = made === 0 && !passed
    const before = passed ?? (isFirst ? sentAt! : lastOf(document))
    const at = before.getTime() + (isFirst ? first : every) * DAY_MS
    // who shortens the time means the days to come
    return new Date(at > now ? at : now + DAY_MS)
  }
}

function lastOf({ remindedAt, sentAt }: Document): Date {
  return remindedAt ?? sentAt!
}
