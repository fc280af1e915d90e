import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import Retention from '#app/tenants/retention'
import Tenant from '#app/tenants/tenant'
import TenantNotFound from '#app/tenants/errors/tenant_not_found'

export const MIN_DAYS = 30
export const MAX_DAYS = 36_500

/** People who were notified of another date are notified of the new one, and have thirty days again. */
const WARN_ANEW = `
  update documents set retention_told_at = null where id in (
    select id from documents where erased_at is null and retention_told_at is not null order by id for no key update)`

/** What an account has decided about keeping and erasing; each change stands in its security trail. Live environment only. */
export const RetentionRule = {
  /** @param days  after a document's end; null keeps everything. The work of an earlier rule ends by itself. */
  async change(days: number | null, actor: Actor): Promise<void> {
    if ((await Retention.current()).days === days) return
    await unit(async () => {
      // before the account's row, which an erasure asks for while it holds its document
      await CurrentTenant.batch([{ text: WARN_ANEW }])
      const retention = await Retention.lock()
      const details = { from: retention.days, to: days }
      await retention.merge({ days, version: retention.version + 1 }).save()
      await SecurityTrail.append({ action: 'retention.changed', actor, details })
      if (days !== null) Outbox.append({ kind: 'retention', ref: String(retention.version) })
    })
  },

  /** From now on nothing in this account is erased, by whomever. @throws TenantNotFound where the erasure of all of it has begun */
  async hold(reason: string, actor: Actor): Promise<void> {
    await unit(async () => {
      const retention = await Retention.lock()
      const heldSince = retention.heldSince ?? clock.now()
      await retention.merge({ heldSince, heldReason: reason }).save()
      await SecurityTrail.append({ action: 'hold.imposed', actor, personal: { reason } })
    })
    // it may have waited for an erasure that was just decided
    const tenant = await Tenant.find(CurrentTenant.get().tenant.id)
    if (tenant?.status === 'deleted') throw new TenantNotFound()
  },

  async lift(actor: Actor): Promise<void> {
    await unit(async () => {
      const retention = await Retention.lock()
      if (!retention.isHeld) return
      await retention.merge({ heldSince: null, heldReason: null }).save()
      await SecurityTrail.append({ action: 'hold.lifted', actor })
    })
  },
}
