import db from '@adonisjs/lucid/services/db'
import type { PlatformRow } from '#app/tenancy/row'
import { UsageMonth } from './usage/usage_month.js'

/** A tenant with what it has used this month, the name of its plan and who resells it. */
export interface TenantRow extends PlatformRow<
  'tenants',
  | 'id'
  | 'slug'
  | 'name'
  | 'status'
  | 'is_frozen'
  | 'erase_at'
  | 'cell'
  | 'created_at'
  | 'parent_id'
  | 'capped_until'
> {
  plan_name: PlatformRow<'plans'>['name']
  parent_name: PlatformRow<'tenants'>['name'] | null
  /** The plan that it tries, in the place of its own. */
  trial_name: PlatformRow<'plans'>['name'] | null
  /** It may have tenants, or has some. */
  is_reseller: boolean
  /** How many tenants it has. */
  below: number
  documents: number
  signatures: number
}

/** Which sells to others, which was sold by one that does, and which is the platform's own customer. */
export type TenantKind = 'reseller' | 'resold' | 'direct'

/** Which tenants are asked for: those that meet all that is not empty; of deleted ones only those that are asked for by status. */
export interface TenantCriteria {
  /** A part of slug or name, or an id. */
  q: string
  plan: string
  status: string
  kind: TenantKind | ''
  /** The slug of a reseller. */
  parent: string
  /** The last one of the page before. */
  after: { createdAt: Date; id: string } | null
}

const IN_FORCE = 'tenant_id = t.id and ended_at is null and until > now()'
const NEWEST = 'order by g.created_at desc, g.id desc limit 1'

/** By what is granted beside the plan, the plan on trial or its own, as its entitlements are; or because it has tenants. */
const IS_RESELLER = `(exists (select from tenants c where c.parent_id = t.id and c.status <> 'deleted') or coalesce(
  (select g.value from plan_grants g where ${IN_FORCE} and g.entitlement = 'resell' ${NEWEST}),
  (select tp.entitlements->'resell' from plan_grants g join plans tp on tp.key = g.plan_key where ${IN_FORCE} ${NEWEST}),
  p.entitlements->'resell', 'false')::boolean)`

const KINDS: Readonly<Record<TenantKind, string>> = {
  reseller: IS_RESELLER,
  resold: 't.parent_id is not null',
  direct: `t.parent_id is null and not ${IS_RESELLER}`,
}

const LIST = `
  select t.id, t.slug, t.name, t.status, t.is_frozen, t.erase_at, t.cell, t.created_at, t.capped_until, p.name as plan_name,
         r.id as parent_id, r.name as parent_name, ${IS_RESELLER} as is_reseller,
         (select count(*) from tenants c where c.parent_id = t.id and c.status <> 'deleted')::int as below,
         (select tp.name from plan_grants g join plans tp on tp.key = g.plan_key where ${IN_FORCE} ${NEWEST}) as trial_name,
         coalesce((select used from usage_totals u where u.tenant_id = t.id and u.month = :month and u.name = 'documents'), 0) as documents,
         coalesce((select used from usage_totals u where u.tenant_id = t.id and u.month = :month and u.name = 'signatures'), 0) as signatures
    from tenants t join plans p on p.key = t.plan_key left join tenants r on r.id = t.parent_id
   where true`

/** Newest first. */
export async function tenantRows(criteria: TenantCriteria, limit: number): Promise<TenantRow[]> {
  const { q, plan, status, kind, parent, after } = criteria
  const conditions = [LIST]
  if (q) conditions.push('and (t.slug ilike :pattern or t.name ilike :pattern or t.id = :q)')
  if (plan) conditions.push('and t.plan_key = :plan')
  conditions.push(status ? 'and t.status = :status' : `and t.status <> 'deleted'`)
  if (kind) conditions.push(`and ${KINDS[kind]}`)
  if (parent) conditions.push('and r.slug = :parent')
  if (after) conditions.push('and (t.created_at, t.id) < (:createdAt, :id)')
  conditions.push(`order by t.created_at desc, t.id desc limit ${limit}`)
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const month = UsageMonth.current().name
  const bindings = { q, pattern, plan, status, parent, month, ...(after ?? {}) }
  const { rows } = await db
    .connection('platform')
    .rawQuery<{ rows: TenantRow[] }>(conditions.join(' '), bindings)
  return rows
}
