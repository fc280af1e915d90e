import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { ErasureList } from './erasure_list.js'

/** The work `erasures.list`: what a unit has erased of a person is listed outside of the database. */
export default async function listErasure(task: Task): Promise<void> {
  await ErasureList.add(CurrentTenant.get().tenant.id, task.ref)
  await Outbox.finish(task)
}
