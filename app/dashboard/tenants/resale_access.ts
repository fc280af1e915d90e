import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { Resale } from '#app/tenants/resale/resale'
import { ResaleList } from '#app/tenants/resale/resale_list'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import TenantNotFound from '#app/tenants/errors/tenant_not_found'
import NothingHere from '../errors/nothing_here.js'
import { readPage } from '../page.js'

/**
 * The tenants below this account, for people who may see them. They stay in sight when the plan has no reselling any more; to an account
 * that never had it there is nothing at these addresses.
 */
export async function openList(ctx: HttpContext): Promise<ResaleList> {
  const { dashboard } = ctx
  await readPage(ctx)
  if (!ctx.profile.entitlements.isReseller) throw new NothingHere()
  return new ResaleList(dashboard.tenant.id)
}

/** Where tenants are made and changed. @throws FeatureNotInPlan, TenantSuspended */
export async function openResale(ctx: HttpContext): Promise<Resale> {
  const { dashboard } = ctx
  await openList(ctx)
  ctx.profile.entitlements.require('resell')
  dashboard.requireOpenAccount()
  const { id, cell } = dashboard.tenant
  return new Resale({ id, cell }, dashboard.actor(ctx))
}

/** The tenant that the address names. @throws TenantNotFound for one that is not directly below */
export async function findTenant({ params, dashboard }: HttpContext): Promise<ResoldTenant> {
  if (!isIdentifier('ten', params.id)) throw new TenantNotFound()
  return new ResaleList(dashboard.tenant.id).find(params.id, UsageMonth.current().name)
}
