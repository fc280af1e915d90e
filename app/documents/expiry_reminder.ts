import { SYSTEM } from '#app/audit/actor'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Document from './document.js'
import { isOver } from './expiry.js'
import { remind } from './reminder.js'
import ReminderTooSoon from './errors/reminder_too_soon.js'

/** The work `remind`: the one reminder that the house sends by itself, if nobody sent one just before. */
export default async function remindBeforeExpiry(task: Task): Promise<void> {
  await unit(async () => {
    const document = await Document.lock(task.ref)
    if (document.isVoidable && !isOver(document)) await remindUnlessJustDone(document)
    await Outbox.finish(task)
  })
}

async function remindUnlessJustDone(document: Document): Promise<void> {
  try {
    await remind(document, SYSTEM)
  } catch (error) {
    if (!(error instanceof ReminderTooSoon)) throw error
  }
}
