import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { CountedEntries } from './counted_entries.js'

/** The work `audit.counted`: the hour of a count is over, and its number goes into the trail. */
export default async function writeCount(task: Task): Promise<void> {
  await unit(async () => {
    await CountedEntries.settleOne(task.ref)
    await Outbox.finish(task)
  })
}
