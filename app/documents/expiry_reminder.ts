import { SYSTEM } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Document from './document.js'
import type { DocumentChange } from './document_change.js'
import { remind } from './reminder.js'
import { REMINDER_BEFORE_EXPIRY_MS } from './reminder_schedule.js'
import ReminderTooSoon from './errors/reminder_too_soon.js'

/** The work `remind`: the one reminder that the house sends by itself, if nobody sent one just before. */
export default async function remindBeforeExpiry(task: Task): Promise<void> {
  await unit(async () => {
    await Document.change(task.ref, remindUnlessJustDone)
    await Outbox.finish(task)
  })
}

/** One that was extended since has work of its own, nearer to its end. */
function isNear(expiresAt: Date | null): boolean {
  const soon = tenantClock.now().getTime() + REMINDER_BEFORE_EXPIRY_MS
  return expiresAt !== null && expiresAt.getTime() <= soon
}

async function remindUnlessJustDone(change: DocumentChange): Promise<void> {
  const { document } = change
  if (!document.isVoidable || document.isPastExpiry) return
  if (isNear(document.expiresAt)) change.signal('document.expiring')
  try {
    remind(change, SYSTEM)
  } catch (error) {
    if (!(error instanceof ReminderTooSoon)) throw error
  }
}
