import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import Plan from '#app/tenants/plans/plan'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import Tenant from '#app/tenants/tenant'
import NothingHere from '../errors/nothing_here.js'
import { STATUSES } from './tenant_list.js'

/** The tenant of the address. @throws NothingHere */
export async function tenantOf({ params }: HttpContext): Promise<Tenant> {
  const tenant = isIdentifier('ten', params.id) ? await Tenant.find(params.id) : null
  if (!tenant) throw new NothingHere()
  return tenant
}

/** What every page about a tenant says of it. */
export async function tenantView(tenant: Tenant) {
  const { id, slug, name, status, cell, createdAt, suspendedAt, eraseAt } = tenant
  const plan = await Plan.findOrFail(tenant.planKey)
  const parent = tenant.parentId ? await Tenant.find(tenant.parentId) : null
  return {
    ...{ id, slug, name, status, cell, createdAt, suspendedAt, eraseAt },
    label: STATUSES[status],
    isReady: status === 'ready',
    isFrozen: tenant.isFrozen,
    isReachable: tenant.isReachable,
    isSuspendedByHand: status === 'suspended' && tenant.suspensionReason !== null,
    suspensionReason: tenant.suspensionReason,
    dailyDocuments: tenant.dailyDocuments,
    cappedUntil: tenant.cappedUntil,
    planKey: plan.key,
    planName: plan.name,
    parent: parent && { id: parent.id, name: parent.name },
    url: publicUrl(platformHost(slug), '/'),
    host: platformHost(slug),
  }
}
