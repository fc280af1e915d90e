import { SYSTEM } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Document from './document.js'
import { end } from './ending.js'

/** The work `expire`: ends a document whose time is over. One that was extended has later work of its own. */
export default async function expire(task: Task): Promise<void> {
  await unit(async () => {
    const document = await Document.lock(task.ref)
    if (document.isVoidable && isOver(document))
      await end(document, { status: 'expired', by: SYSTEM })
    await Outbox.finish(task)
  })
}

/** The door is shut at this moment, whether or not the scheduler has been by. */
export function isOver(document: Document): boolean {
  return document.expiresAt !== null && document.expiresAt <= tenantClock.now()
}
