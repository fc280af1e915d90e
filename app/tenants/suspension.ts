import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { EntitlementsProjection } from './entitlements_projection.js'
import { ResaleOutbox, type ResaleEventName } from './resale/resale_outbox.js'
import Tenant from './tenant.js'
import { tenantResolver } from './hosts/tenant_resolver.js'
import TenantNotSuspendable from './errors/tenant_not_suspendable.js'
import TenantNotSuspended from './errors/tenant_not_suspended.js'

/** A reseller that acts on a tenant below it, and who there does. Without one it is the platform. */
export interface ByReseller {
  resellerId: string
  actor: Actor
}

interface Terms {
  /** For later decisions. It is not shown to the tenant. */
  reason: string
  /** Also what was sent stands still: nobody signs, nothing is sealed or mailed. Expiry runs on. */
  frozen?: boolean
  by?: ByReseller
}

type Trx = TransactionClientContract

/** A tenant that may create and send nothing for a while. What was sent before can still be signed, unless it is frozen too. */
export const Suspension = {
  /**
   * Suspends it, or changes the terms on which it is. What the platform suspends is not erased because a reseller has asked for that before.
   *
   * @returns false where it is suspended on these very terms
   * @throws TenantNotSuspendable while it is being made, and once it is deleted
   */
  async impose(
    tenantId: string,
    { reason, frozen = false, by }: Terms,
    trx?: Trx
  ): Promise<boolean> {
    return inPlatform(trx, async (client) => {
      const tenant = await lock(tenantId, client)
      if (!tenant?.isReachable) throw new TenantNotSuspendable()
      const suspendedAt = tenant.suspendedAt ?? clock.now()
      const isChange = tenant.status !== 'suspended'
      tenant.merge({ status: 'suspended', suspendedAt, suspensionReason: reason, isFrozen: frozen })
      tenant.merge({ suspendedBy: by?.resellerId ?? null })
      if (!tenant.$isDirty) return false
      await recallOfReseller(tenant, client)
      await keep(tenant, client)
      if (isChange) await announce(tenant, 'tenant.suspended', { by, reason }, client)
      return true
    })
  },

  /** @throws TenantNotSuspended, also for one that is only suspended because it waits for its deletion */
  async lift(tenantId: string, trx?: Trx, by?: ByReseller): Promise<void> {
    await inPlatform(trx, async (client) => {
      const tenant = await lock(tenantId, client)
      if (tenant?.status !== 'suspended' || tenant.suspensionReason === null)
        throw new TenantNotSuspended(tenant?.status)
      tenant.merge({ suspensionReason: null, isFrozen: false, suspendedBy: null })
      const isFree = tenant.eraseAt === null
      if (isFree) tenant.merge({ status: 'ready', suspendedAt: null })
      await keep(tenant, client)
      if (isFree) await announce(tenant, 'tenant.resumed', { by }, client)
    })
  },
}

/** In the caller's transaction, or in one of its own. */
export async function inPlatform<T>(
  trx: Trx | undefined,
  work: (client: Trx) => Promise<T>
): Promise<T> {
  const result = await (trx ? work(trx) : platformTransaction(work))
  tenantResolver.forget()
  return result
}

/**
 * The deletion that a reseller asked for ends where the platform has suspended the tenant: the traces of a fraud would go with it.
 *
 * @returns whether there was one; the caller keeps the tenant
 */
export async function recallOfReseller(tenant: Tenant, client: Trx): Promise<boolean> {
  const { suspensionReason, suspendedBy, eraseAt, removedBy } = tenant
  const isOfPlatform = suspensionReason !== null && suspendedBy === null
  if (!isOfPlatform || eraseAt === null || removedBy === null) return false
  tenant.merge({ eraseAt: null, removedBy: null })
  await PlatformOutbox.withdraw(client, 'erase_tenant', tenant.id)
  await announce(tenant, 'tenant.deletion_recalled', {}, client)
  return true
}

export function lock(tenantId: string, client: Trx): Promise<Tenant | null> {
  return Tenant.query({ client }).where('id', tenantId).forUpdate().first()
}

export async function keep(tenant: Tenant, client: Trx): Promise<void> {
  await tenant.merge({ updatedAt: clock.now() }).save()
  await EntitlementsProjection.ask([tenant.id], client)
}

/** A reseller's reasons are kept in its trail; those of operators in theirs. */
export async function announce(
  tenant: Tenant,
  name: ResaleEventName,
  { by, reason }: { by?: ByReseller; reason?: string },
  client: Trx
): Promise<void> {
  const details = by && reason ? { reason } : {}
  await ResaleOutbox.append(tenant, name, { by: by?.actor, details }, client)
}
