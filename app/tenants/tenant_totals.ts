import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { UsageMonth } from './usage/usage_month.js'

/** All tenants together, as the platform knows them; those that were deleted do not count. */
export interface TenantTotals {
  active: number
  suspended: number
  /** Suspended until the day of their deletion. */
  leaving: number
  resold: number
  /** Made within the last thirty days. */
  newcomers: number
  documents: number
  signatures: number
  openReports: number
  /** For another plan, that the platform decides. */
  openRequests: number
}

const NEW_MS = 30 * DAY_MS

const TOTALS = `
  select counted.*, used.*,
         (select count(*) from reports where outcome is null)::int as "openReports",
         (select count(*) from plan_requests r join tenants t on t.id = r.tenant_id
           where r.status = 'open' and t.parent_id is null and t.status <> 'deleted')::int as "openRequests"
    from (select count(*) filter (where status = 'ready')::int as active,
                 count(*) filter (where status = 'suspended' and erase_at is null)::int as suspended,
                 count(*) filter (where erase_at is not null)::int as leaving,
                 count(*) filter (where parent_id is not null)::int as resold,
                 count(*) filter (where created_at >= :since)::int as newcomers
            from tenants where status <> 'deleted') as counted,
         (select coalesce(sum(used) filter (where name = 'documents'), 0)::float8 as documents,
                 coalesce(sum(used) filter (where name = 'signatures'), 0)::float8 as signatures
            from usage_totals where month = :month) as used`

/** In one statement, however many tenants there are. */
export async function tenantTotals(): Promise<TenantTotals> {
  const since = new Date(clock.now().getTime() - NEW_MS)
  const { rows } = await db
    .connection('platform')
    .rawQuery<{ rows: TenantTotals[] }>(TOTALS, { since, month: UsageMonth.current().name })
  return rows[0]
}
