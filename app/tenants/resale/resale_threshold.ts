import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { ResaleOutbox } from './resale_outbox.js'
import Tenant from '../tenant.js'

const EVENT = { text: 'select body from events where id = $1' }

/** Notifies a tenant's seller that its quota nears its end. */
export default async function passThresholdOn(task: Task): Promise<void> {
  const [[event]] = await CurrentTenant.batch([{ ...EVENT, values: [task.ref] }])
  const tenant = await Tenant.findOrFail(CurrentTenant.get().tenant.id)
  const { name, threshold, period, used, limit, resetsAt } = JSON.parse(String(event.body)).data
  const data = { name, threshold, period, used, limit, resetsAt }
  await platformTransaction((client) =>
    // the event names the news: found twice it is told once
    ResaleOutbox.append(tenant, 'usage.threshold_reached', { data, id: `rnw_${task.ref}` }, client)
  )
  await Outbox.finish(task)
}
