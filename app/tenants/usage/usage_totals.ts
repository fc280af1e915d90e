import db from '@adonisjs/lucid/services/db'
import type { PlatformRow } from '#app/tenancy/row'
import { UsageMonth } from './usage_month.js'

/** What was used in a month. */
export interface MonthTotals extends PlatformRow<'usage_totals', 'month'> {
  documents: number
  signatures: number
}

const LATEST = `
  select month, coalesce(max(used) filter (where name = 'documents'), 0) as documents,
         coalesce(max(used) filter (where name = 'signatures'), 0) as signatures
    from usage_totals where tenant_id = ? group by month order by month desc limit 6`

const OF_MONTH = `select coalesce(jsonb_object_agg(name, used), '{}') as used from usage_totals where tenant_id = ? and month = ?`

/** What the platform knows of a tenant's usage. */
export const UsageTotals = {
  /** Of half a year, the newest month first. */
  async latest(tenantId: string): Promise<MonthTotals[]> {
    const platform = db.connection('platform')
    return (await platform.rawQuery<{ rows: MonthTotals[] }>(LATEST, [tenantId])).rows
  },

  /** Of this month, by the names of what is counted. */
  async ofThisMonth(tenantId: string): Promise<Record<string, number>> {
    const { rows } = await db
      .connection('platform')
      .rawQuery<{ rows: { used: Record<string, number> }[] }>(OF_MONTH, [
        tenantId,
        UsageMonth.current().name,
      ])
    return rows[0].used
  },
}
