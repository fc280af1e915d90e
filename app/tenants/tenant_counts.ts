import db from '@adonisjs/lucid/services/db'
import type { PlatformRow } from '#app/tenancy/row'

interface OnPlan extends PlatformRow<'tenants', 'plan_key'> {
  tenants: number
}

const BY_PLAN = `select plan_key, count(*)::int as tenants from tenants where status <> 'deleted' group by plan_key`
const BELOW = `select count(*)::int as tenants from tenants where parent_id = ? and status <> 'deleted'`

/** How many tenants there are; those that were deleted do not count. */
export const TenantCounts = {
  /** Plans that nobody has are missing. */
  async byPlan(): Promise<Map<string, number>> {
    const { rows } = await db.connection('platform').rawQuery<{ rows: OnPlan[] }>(BY_PLAN)
    return new Map(rows.map(({ plan_key: key, tenants }) => [key, tenants]))
  },

  async below(tenantId: string): Promise<number> {
    const platform = db.connection('platform')
    const { rows } = await platform.rawQuery<{ rows: { tenants: number }[] }>(BELOW, [tenantId])
    return rows[0].tenants
  },
}
