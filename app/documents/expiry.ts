import { DAY_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Document from './document.js'

/** A clock that was ahead by less gave out the work too early. */
const EARLY_MS = DAY_MS

/** The work `expire`: ends a document whose time is over. One that was extended has later work of its own. */
export default async function expire(task: Task): Promise<void> {
  await unit(async () => {
    const { isVoidable, expiresAt } = await Document.reference(task.ref).expire()
    if (isVoidable && isSoon(expiresAt))
      Outbox.append({ kind: 'expire', ref: task.ref, dueAt: expiresAt })
    await Outbox.finish(task)
  })
}

function isSoon(date: Date | null): date is Date {
  return date !== null && date.getTime() - tenantClock.now().getTime() < EARLY_MS
}
