import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'

/** As long as an answer is given again to the same `Idempotency-Key`. */
const ANSWERED_MS = DAY_MS

/** Leaves the work `documents.forget`, in the unit that erases the document. It is due once no request that began before is kept. */
export function forgetLater(documentId: string): void {
  const dueAt = new Date(tenantClock.now().getTime() + ANSWERED_MS + MINUTE_MS)
  Outbox.append({ kind: 'documents.forget', ref: documentId, dueAt })
}

/**
 * The work `documents.forget`: what was written down about an erased document by those who had read it before, and the answers of the
 * API from that time. Other answers take those that are too old with them; here none may follow. The day may have been one of the
 * sandbox's clock, of which answers know nothing: there all of them go.
 */
export default async function forgetLateTraces({ ref, ...lease }: Task): Promise<void> {
  const tooOld = new Date(clock.now().getTime() - ANSWERED_MS)
  const isSandbox = CurrentTenant.get().environment === 'test'
  await unit(async () => {
    await CurrentTenant.batch([
      { text: 'delete from mails where document_id = $1', values: [ref] },
      {
        text: 'delete from idempotency_keys where created_at <= $1 or ($2 and status is not null)',
        values: [tooOld, isSandbox],
      },
    ])
    await Outbox.finish(lease)
  })
}
