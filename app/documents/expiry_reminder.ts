import { SYSTEM } from '#app/audit/actor'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Document from './document.js'
import type { DocumentChange } from './document_change.js'
import { remind } from './reminder.js'
import ReminderTooSoon from './errors/reminder_too_soon.js'

/** The work `remind`: the one reminder that the house sends by itself, if nobody sent one just before. */
export default async function remindBeforeExpiry(task: Task): Promise<void> {
  await unit(async () => {
    await Document.change(task.ref, remindUnlessJustDone)
    await Outbox.finish(task)
  })
}

async function remindUnlessJustDone(change: DocumentChange): Promise<void> {
  const { document } = change
  if (!document.isVoidable || document.isPastExpiry) return
  try {
    remind(change, SYSTEM)
  } catch (error) {
    if (!(error instanceof ReminderTooSoon)) throw error
  }
}
