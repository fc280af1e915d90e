import { SYSTEM } from '#app/audit/actor'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Document from './document.js'
import type { DocumentChange } from './document_change.js'
import { remind } from './reminder.js'
import { scheduleNext } from './reminder_plan.js'
import { REMINDER_BEFORE_EXPIRY_MS, REMINDER_INTERVAL_MS } from './reminder_schedule.js'
import ReminderTooSoon from './errors/reminder_too_soon.js'
import SignerNotAwaited from './errors/signer_not_awaited.js'
import SignersUnreachable from './errors/signers_unreachable.js'

/** The clock of PostgreSQL, by which work is due, may be ahead of ours. */
const EARLY_MS = MINUTE_MS

/** A clock that was ahead by less gave out the work too early. What a plan has for the next day is further away. */
const FAR_MS = DAY_MS - REMINDER_INTERVAL_MS

/** The work `remind`: what the sender has planned, or the one reminder that the house sends by itself, if nobody sent one just before. */
export default async function remindInTime(task: Task): Promise<void> {
  await unit(async () => {
    await Document.change(task.ref, remindIfDue)
    await Outbox.finish(task)
  })
}

async function remindIfDue(change: DocumentChange): Promise<void> {
  const { document } = change
  if (!document.isVoidable || document.isPastExpiry) return
  if (isDueByPlan(document)) {
    const isReminded = await remindUnlessJustDone(change)
    if (isReminded) document.merge({ plannedReminders: document.plannedReminders + 1 })
    scheduleNext(document, isReminded ? null : tenantClock.now())
    return
  }
  const near = nearEnd(document)
  if (!isReached(near)) return leaveAgain(document, [document.nextReminderAt, near])
  // long after it, this is rather a planned one that comes too early
  if (isReached(near, -REMINDER_INTERVAL_MS)) leaveAgain(document, [document.nextReminderAt])
  change.signal('document.expiring')
  if (document.reminderPlan === null) await remindUnlessJustDone(change)
}

/** Work of a plan that was changed since, and of one that was done already, finds a later day. */
function isDueByPlan({ nextReminderAt }: Document): boolean {
  return isReached(nextReminderAt)
}

/** One that was extended since has work of its own, nearer to its end. */
function nearEnd({ expiresAt }: Document): Date | null {
  return expiresAt && new Date(expiresAt.getTime() - REMINDER_BEFORE_EXPIRY_MS)
}

function isReached(date: Date | null, withinMs = EARLY_MS): boolean {
  return date !== null && date.getTime() - tenantClock.now().getTime() <= withinMs
}

/** For the first of these that is less than a day away. */
function leaveAgain({ id }: Document, dates: (Date | null)[]): void {
  const soon = dates.filter((date): date is Date => isReached(date, FAR_MS))
  if (soon.length === 0) return
  const dueAt = new Date(Math.min(...soon.map((date) => date.getTime())))
  Outbox.append({ kind: 'remind', ref: id, dueAt })
}

/**
 * What somebody sent just before stands for it.
 *
 * @returns false where no mail asks anybody at the moment: they sign in person, or their addresses take none
 */
async function remindUnlessJustDone(change: DocumentChange): Promise<boolean> {
  try {
    await remind(change, SYSTEM)
    return true
  } catch (error) {
    if (error instanceof ReminderTooSoon) return true
    if (error instanceof SignerNotAwaited || error instanceof SignersUnreachable) return false
    throw error
  }
}
