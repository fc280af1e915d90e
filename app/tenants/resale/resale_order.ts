import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DAY_MS } from '#app/foundation/duration'
import type { Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import type { TenantRef } from '#app/tenancy/tenant_ref'
import { Provisioning, type NewTenant } from '../provisioning/provisioning.js'
import { EntitlementsProjection } from '../entitlements_projection.js'
import Tenant from '../tenant.js'
import { ResaleOffers } from './resale_offer.js'
import TenantNotFound from '../errors/tenant_not_found.js'
import TenantLimitExceeded from '../errors/tenant_limit_exceeded.js'

/** As long as a repeated request is known again. */
const KNOWN_MS = DAY_MS

/** A cell holds some 1,500 tenants; one reseller should not fill it unasked. */
export const MAX_TENANTS = 1_000

/** What a reseller says of a tenant that it wants. */
export type Order = Pick<NewTenant, 'name' | 'slug' | 'plan' | 'owner' | 'metadata' | 'orderKey'>

/**
 * Reserves a tenant below a reseller, or finds the one that was reserved by the same `orderKey`.
 *
 * @throws SlugTaken, SlugRefused, PlanNotSellable, TenantLimitExceeded, TenantNotFound
 */
export async function orderTenant(
  order: Order,
  { id: parentId, cell }: TenantRef,
  orderedBy: Actor
): Promise<Tenant> {
  return platformTransaction(async (client) => {
    // a second order waits here, and is then counted after the first, or finds what it ordered
    const reseller = await Tenant.query({ client }).where({ id: parentId }).forUpdate().first()
    // its erasure may have begun meanwhile
    if (!reseller?.isReachable) throw new TenantNotFound()
    const known = await earlier(order, parentId, client)
    if (known) return known
    await ResaleOffers.assertSold(parentId, order.plan, client)
    const isFirst = (await assertRoom(parentId, client)) === 0
    if (isFirst) await EntitlementsProjection.ask([parentId], client)
    return Provisioning.order({ ...order, cell, parentId, orderedBy }, client)
  })
}

async function earlier(
  { orderKey }: Order,
  parentId: string,
  client: TransactionClientContract
): Promise<Tenant | null> {
  if (orderKey === undefined) return null
  const since = new Date(clock.now().getTime() - KNOWN_MS)
  return Tenant.query({ client })
    .where({ parentId, orderKey })
    .where('createdAt', '>', since)
    .first()
}

/** @returns how many there are already */
async function assertRoom(parentId: string, client: TransactionClientContract): Promise<number> {
  const [{ total }] = await client
    .from('tenants')
    .where({ parent_id: parentId })
    .whereNot('status', 'deleted')
    .count('* as total')
  if (Number(total) >= MAX_TENANTS) throw new TenantLimitExceeded(MAX_TENANTS, Number(total))
  return Number(total)
}
