import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { LogRetention } from '../log_retention.js'
import { fanOut } from './fan_out.js'

/**
 * The work `webhooks.fan_out`: takes along what the log has kept for too long. A release before this one left it with each event, and that one is
 * fanned out here, unless it was when it happened.
 */
export default async function forgetOldEvents(task: Task): Promise<void> {
  const at = await tenantClock.read()
  await Outbox.finish(task, fanOut([task.ref], at), LogRetention.forgetting())
}
