import { DAY_MS } from '#app/foundation/duration'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'

/** Left for each delivery that used all its attempts, so that operators see it without looking into tenants. */
export const EXHAUSTED = 'webhooks.exhausted'

/** As long as deliveries are logged. */
export const SHOWN_MS = 30 * DAY_MS

/** The work `webhooks.exhausted`: the mark has been there long enough. */
export default async function forget(task: Task): Promise<void> {
  await Outbox.finish(task)
}
