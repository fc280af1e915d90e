import { AuditVerification } from '#app/audit/audit_verification'
import type { Finding } from '#app/audit/chain_check'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { documentEvidence } from './document_evidence.js'
import { raise } from './evidence_alarm.js'

/** What one turn looks over, and how long the next of the same tenant waits. */
export const DOCUMENTS_A_TURN = 20
const NEXT_TURN_MS = 60_000

/** Documents, and trails whose document is gone. */
const NEXT = `
  select id from (
    (select id from documents where id > $1 order by id limit $2)
    union
    (select chain from audit_entries where chain > $1 and sequence = 1 order by chain limit $2)) as known (id)
  order by id limit $2`

/**
 * The work `evidence.scrub`: looks over the evidence of a tenant, some documents a turn, whether or not anybody asks for it. The
 * reference is the last document of the turn before. Findings are alarms.
 */
export default async function scrubEvidence(task: Task): Promise<void> {
  const { tenant, environment } = CurrentTenant.get()
  const [rows] = await CurrentTenant.batch([
    query<RowOf<'documents', 'id'>>(NEXT, [task.ref, DOCUMENTS_A_TURN]),
  ])
  const ids = rows.map(({ id }) => id)
  const verification = new AuditVerification(tenant, environment, documentEvidence)
  const { findings } = await verification.ofDocuments(ids)
  for (const [id, found] of Map.groupBy(findings, ({ chain }: Finding) => chain))
    await raise(
      id,
      'evidence_contradicted',
      found.map(({ message }) => message)
    )
  await unit(async () => {
    const dueAt = new Date(tenantClock.now().getTime() + NEXT_TURN_MS)
    if (ids.length === DOCUMENTS_A_TURN)
      Outbox.append({ kind: 'evidence.scrub', ref: ids[ids.length - 1], dueAt })
    await Outbox.finish(task)
  })
}
