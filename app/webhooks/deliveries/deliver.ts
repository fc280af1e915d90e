import { faultPoint } from '#app/foundation/processes/fault_point'
import { Batcher } from '#app/tenancy/batcher'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { batchWithFallback } from '#app/tenancy/batch_with_fallback'
import { recordAttempts, type Attempted } from './attempt_record.js'
import { EndpointHealth } from '../endpoints/endpoint_health.js'
import { ParkedDeliveries } from './parked_deliveries.js'
import { pendingDeliveries, type PendingDelivery } from './pending_delivery.js'
import { sendRequest } from './webhook_request.js'

/** Receivers that answer at about the same time are written down together. */
const BATCH_WAIT_MS = 50

const GIVEN_UP = `update webhook_deliveries set status = 'failed', next_attempt_at = null where id = $1`
const PUT_OFF = `update webhook_deliveries set next_attempt_at = $2 where id = $1`

/** Makes one attempt of each delivery: one batch to read them, the POSTs at once, and one batch to record what came of them. */
export function handleBundle(tasks: readonly Task[]): Promise<void>[] {
  const found = batchWithFallback(tasks, pendingDeliveries)
  const records = new Batcher(recordAttempts, BATCH_WAIT_MS)
  return tasks.map((task, index) => attempt(task, found[index], records))
}

export default function deliver(task: Task): Promise<void> {
  return handleBundle([task])[0]
}

async function attempt(
  task: Task,
  found: Promise<PendingDelivery | null>,
  records: Batcher<Attempted>
): Promise<void> {
  const pending = await found
  if (!pending) return Outbox.finish(task)
  if (pending.endpointStatus === 'paused' && (await park(pending, task))) return
  if (pending.endpointStatus === 'disabled') return giveUp(pending, task)

  // who asks for a test wants to know now
  const restsUntil = pending.isTest ? null : await EndpointHealth.rest(pending.health)
  if (restsUntil) return putOff(pending, task, restsUntil)

  records.expect()
  const outcome = await sendRequest(pending)
  faultPoint('webhooks.deliver.posted')
  await records.add({ lease: task, pending, outcome })
}

function park({ deliveryId, endpointId }: PendingDelivery, task: Task): Promise<boolean> {
  return ParkedDeliveries.park(deliveryId, endpointId, task)
}

function giveUp({ deliveryId }: PendingDelivery, task: Task): Promise<void> {
  return Outbox.finish(task, { text: GIVEN_UP, values: [deliveryId] })
}

/** No attempt was made, so none is counted. */
function putOff({ deliveryId }: PendingDelivery, task: Task, until: Date): Promise<void> {
  return Outbox.putOff(task, until, { text: PUT_OFF, values: [deliveryId, until] })
}
