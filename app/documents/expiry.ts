import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Document from './document.js'

/** The work `expire`: ends a document whose time is over. One that was extended has later work of its own. */
export default async function expire(task: Task): Promise<void> {
  await unit(async () => {
    await Document.reference(task.ref).expire()
    await Outbox.finish(task)
  })
}
