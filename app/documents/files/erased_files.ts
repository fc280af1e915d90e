import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { Vault } from './vault.js'

/** The work `documents.remove_files`: what is left of an erased document in the storage. Removing what is gone does no harm. */
export default async function removeErasedFiles(task: Task): Promise<void> {
  await Vault.removeAll(task.ref)
  await Outbox.finish(task)
}
