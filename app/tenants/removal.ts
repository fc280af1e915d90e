import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import {
  inPlatform,
  keep,
  lock,
  announce,
  recallOfReseller,
  type ByReseller,
} from './suspension.js'
import Tenant from './tenant.js'
import TenantNotRemovable from './errors/tenant_not_removable.js'
import TenantNotSuspended from './errors/tenant_not_suspended.js'

const ERASE = 'erase_tenant'

type Trx = TransactionClientContract

/**
 * The deletion of a tenant, which begins with a wait: until its day the tenant is suspended, what was sent can be signed, and all can be
 * taken back. On the day the platform's work erases it.
 */
export const Removal = {
  /** @throws TenantNotRemovable */
  async schedule(tenantId: string, eraseAt: Date, trx?: Trx, by?: ByReseller): Promise<void> {
    await inPlatform(trx, async (client) => {
      const tenant = await lock(tenantId, client)
      if (!tenant?.isReachable || tenant.eraseAt !== null || (await hasTenants(tenantId, client)))
        throw new TenantNotRemovable()
      const suspendedAt = tenant.suspendedAt ?? clock.now()
      const wasAtWork = tenant.status === 'ready'
      tenant.merge({ status: 'suspended', suspendedAt, eraseAt, removedBy: by?.resellerId ?? null })
      await PlatformOutbox.append(client, { kind: ERASE, ref: tenantId, dueAt: eraseAt })
      await keep(tenant, client)
      if (wasAtWork) await announce(tenant, 'tenant.suspended', { by }, client)
      await announce(tenant, 'tenant.deletion_asked', { by }, client)
    })
  },

  /** It is as it was before, suspended for another reason perhaps. @throws TenantNotSuspended when nothing is scheduled */
  async undo(tenantId: string, trx?: Trx, by?: ByReseller): Promise<void> {
    await inPlatform(trx, async (client) => {
      const tenant = await lock(tenantId, client)
      if (tenant?.status !== 'suspended' || tenant.eraseAt === null)
        throw new TenantNotSuspended(tenant?.status)
      tenant.merge({ eraseAt: null, removedBy: null })
      const isFree = tenant.suspensionReason === null
      if (isFree) tenant.merge({ status: 'ready', suspendedAt: null })
      await PlatformOutbox.withdraw(client, ERASE, tenantId)
      await keep(tenant, client)
      await announce(tenant, 'tenant.deletion_recalled', { by }, client)
      if (isFree) await announce(tenant, 'tenant.resumed', { by }, client)
    })
  },

  /** It is done. */
  async forget(tenantId: string, trx: Trx): Promise<void> {
    await PlatformOutbox.withdraw(trx, ERASE, tenantId)
  },

  /**
   * The work came too early, by a clock that was ahead: it waits for its day again. Nothing happens where the deletion was undone, and it is
   * undone where the platform has suspended what a reseller had asked to delete.
   */
  async leaveAgain(tenantId: string): Promise<void> {
    await inPlatform(undefined, async (client) => {
      const tenant = await lock(tenantId, client)
      if (tenant?.status !== 'suspended' || tenant.eraseAt === null) return
      if (await recallOfReseller(tenant, client)) return keep(tenant, client)
      const afterMs = Math.max(0, tenant.eraseAt.getTime() - clock.now().getTime())
      await PlatformOutbox.withdraw(client, ERASE, tenantId)
      await PlatformOutbox.append(client, { kind: ERASE, ref: tenantId, afterMs })
    })
  },
}

async function hasTenants(parentId: string, client: Trx): Promise<boolean> {
  const child = await Tenant.query({ client })
    .where({ parentId })
    .whereNot('status', 'deleted')
    .first()
  return child !== null
}
