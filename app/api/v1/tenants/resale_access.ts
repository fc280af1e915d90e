import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { sha256Hex } from '#app/foundation/opaque_token'
import { clientInfo } from '#app/front_door/client_info'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Resale } from '#app/tenants/resale/resale'
import { ResaleList } from '#app/tenants/resale/resale_list'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import TenantNotFound from '#app/tenants/errors/tenant_not_found'
import { fingerprint } from '../idempotency/fingerprint.js'

/**
 * Gives a reseller's key access to the tenants below it.
 *
 * @throws LiveKeyRequired, FeatureNotInPlan
 */
export function resaleOf(ctx: HttpContext): Resale {
  const { caller, request } = ctx
  caller.requireLive()
  caller.entitlements.require('resell')
  return new Resale(CurrentTenant.get().tenant, caller.actor(clientInfo(request)))
}

export function listOf({ reseller }: Resale): ResaleList {
  return new ResaleList(reseller.id)
}

/** The id in the path. @throws TenantNotFound for what can be no tenant's */
export function tenantId({ params }: HttpContext): string {
  const id: unknown = params.id
  if (!isIdentifier('ten', id)) throw new TenantNotFound()
  return id
}

/** What tells a repeated request, of this reseller's own; nothing where no Idempotency-Key was sent. */
export function orderKey(ctx: HttpContext, { reseller }: Resale): string | undefined {
  const key = ctx.request.header('idempotency-key')
  return key === undefined ? undefined : sha256Hex(`${reseller.id}\n${key}\n${fingerprint(ctx)}`)
}

/** As it stands now. @throws TenantNotFound */
export function found(resale: Resale, id: string): Promise<ResoldTenant> {
  return listOf(resale).find(id, UsageMonth.current().name)
}

/** A month as in `2026-11`; this one unless given. */
export function monthOf(period: string | undefined): UsageMonth {
  return period === undefined
    ? UsageMonth.current()
    : UsageMonth.of(new Date(`${period}-01T00:00:00Z`))
}
