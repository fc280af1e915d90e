import db from '@adonisjs/lucid/services/db'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { Row, Statement } from '#app/tenancy/statement'

/** Many changes make one report. */
const GATHERED_FOR_S = 5

/** Nothing is given back later than a document can live. */
const MONTHS = 14

/**
 * Part of the batch that changes usage. The row stays locked until the unit ends, so a report that has begun waits for it and
 * counts it; the first change since the last report asks for the next.
 */
export const USAGE_NOTED: Statement = {
  text: `
    with noted as (update usage_report set noted = noted + 1 returning noted - reported as waiting)
    insert into cell.outbox (kind, ref, due_at)
    select 'usage.report', 'usage', clock_timestamp() + interval '${GATHERED_FOR_S} seconds' from noted where waiting = 1`,
}

const BEGIN = 'update usage_report set reported = noted returning reported as revision'
const USED = `select month, name, used from usage_months order by month desc, name limit ${2 * MONTHS}`

/** Whole numbers and not differences: a report that comes twice, or after a later one, changes nothing. */
const REPORT = `
  insert into usage_totals (tenant_id, month, name, used, revision)
  select :tenantId, u.month, u.name, u.used, :revision
    from jsonb_to_recordset(:used) as u (month text, name text, used int)
  on conflict (tenant_id, month, name) do update set used = excluded.used, revision = excluded.revision
   where usage_totals.revision <= excluded.revision`

/** Reports the account's usage to the platform, for its operators and sellers: nothing reads the accounts themselves. */
export default async function reportUsage(task: Task): Promise<void> {
  const { tenant } = CurrentTenant.get()
  const [[{ revision }], used] = await unit(() =>
    CurrentTenant.batch([{ text: BEGIN }, { text: USED }])
  )
  faultPoint('usage.read')
  await report(tenant.id, Number(revision), used)
  faultPoint('usage.reported')
  await Outbox.finish(task)
}

async function report(tenantId: string, revision: number, used: readonly Row[]): Promise<void> {
  const values = { tenantId, revision, used: JSON.stringify(used) }
  await db.connection('platform').rawQuery(REPORT, values)
}
