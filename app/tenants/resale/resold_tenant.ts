import { ENTITLEMENTS_IN_FORCE } from '../plans/entitlements_in_force.js'
import type { Entitlements } from '../plans/entitlements.js'
import type { TenantStatus } from '../tenant.js'

/** A tenant as the reseller above it knows it: status, plan, price and counts. Nothing of what is in it. */
export interface ResoldTenant {
  id: string
  slug: string
  name: string
  /** Those that were deleted are in no list. */
  status: Exclude<TenantStatus, 'deleted'>
  plan: string
  planName: string
  /** What is in force: a trial and grants count. */
  entitlements: Entitlements
  metadata: Record<string, string>
  suspendedAt: Date | null
  suspensionReason: string | null
  eraseAt: Date | null
  /** Suspended, or to be deleted, by the platform, which alone can let it go on. */
  isStoppedAbove: boolean
  priceCents: number | null
  wholesaleCents: number | null
  currency: string
  /** Of the month that was asked for, by name. */
  used: Record<string, number>
  createdAt: Date
  updatedAt: Date
}

export interface ResoldTenantRow {
  id: string
  slug: string
  name: string
  status: Exclude<TenantStatus, 'deleted'>
  plan: string
  plan_name: string
  entitlements: Entitlements
  metadata: Record<string, string>
  suspended_at: Date | null
  suspended_by: string | null
  suspension_reason: string | null
  erase_at: Date | null
  removed_by: string | null
  price_cents: number | null
  wholesale_cents: number | null
  currency: string
  used: Record<string, number> | null
  created_at: Date
  updated_at: Date
}

/** Prices and counts ride along, so that a page of a list is one query. */
export const RESOLD_TENANTS = `
  select t.id, t.slug, t.name, t.status, t.plan_key as plan, p.name as plan_name, ${ENTITLEMENTS_IN_FORCE} as entitlements, t.metadata,
         t.suspended_at, t.suspended_by, t.suspension_reason, t.erase_at, t.removed_by,
         coalesce(r.price_cents, p.price_cents) as price_cents,
         coalesce(r.wholesale_cents, p.price_cents) as wholesale_cents, p.currency,
         (select jsonb_object_agg(u.name, u.used) from usage_totals u where u.tenant_id = t.id and u.month = :month) as used,
         t.created_at, t.updated_at
    from tenants t join plans p on p.key = t.plan_key
    left join resale_terms r on r.reseller_id = t.parent_id and r.plan_key = t.plan_key
   where t.parent_id = :resellerId and t.status <> 'deleted'`

export function resoldTenant(row: ResoldTenantRow, resellerId: string): ResoldTenant {
  const isSuspendedAbove = row.suspension_reason !== null && row.suspended_by !== resellerId
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    status: row.status,
    plan: row.plan,
    planName: row.plan_name,
    entitlements: row.entitlements,
    metadata: row.metadata,
    suspendedAt: row.suspended_at,
    // an operator's reasons are not written for resellers
    suspensionReason: isSuspendedAbove ? null : row.suspension_reason,
    eraseAt: row.erase_at,
    isStoppedAbove: isSuspendedAbove || (row.erase_at !== null && row.removed_by !== resellerId),
    priceCents: row.price_cents,
    wholesaleCents: row.wholesale_cents,
    currency: row.currency,
    used: row.used ?? {},
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
