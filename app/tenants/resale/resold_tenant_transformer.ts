import type { Entitlements } from '../plans/entitlements.js'
import type { ResoldTenant } from './resold_tenant.js'
import { METERS } from '../usage/meter.js'
import type { UsageMonth } from '../usage/usage_month.js'

export const ResoldTenantTransformer = {
  transform(tenant: ResoldTenant) {
    const { id, name, slug, status, plan, metadata, suspendedAt, suspensionReason, eraseAt } =
      tenant
    return {
      id,
      object: 'tenant' as const,
      name,
      slug,
      status,
      plan,
      metadata,
      suspendedAt: suspendedAt?.toISOString() ?? null,
      suspensionReason,
      deletesAt: eraseAt?.toISOString() ?? null,
      createdAt: tenant.createdAt.toISOString(),
      updatedAt: tenant.updatedAt.toISOString(),
    }
  },

  /** Counts and limits, as the tenant's own page of usage has them. */
  usage({ id, entitlements, used }: ResoldTenant, month: UsageMonth) {
    const limits = entitlements as Pick<Entitlements, `${(typeof METERS)[number]}PerMonth`>
    return {
      tenantId: id,
      period: month.name,
      resetsAt: month.resetsAt.toISOString(),
      items: METERS.map((name) => ({
        name,
        used: used[name] ?? 0,
        limit: limits[`${name}PerMonth`],
      })),
    }
  },
}
