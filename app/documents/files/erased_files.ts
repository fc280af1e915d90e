import { ErasureList } from '#app/audit/erasures/erasure_list'
import { isIdentifier } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { Vault } from './vault.js'

/**
 * The work `documents.remove_files`: what is left of an erased document in the storage. First it is listed outside of the database, so
 * that a document whose files are gone is one that is known to be erased. Removing what is gone does no harm.
 */
export default async function removeErasedFiles(task: Task): Promise<void> {
  const { tenant } = CurrentTenant.get()
  if (isIdentifier('doc', task.ref)) await ErasureList.add(tenant.id, task.ref)
  await Vault.removeAll(task.ref)
  await Outbox.finish(task)
}
