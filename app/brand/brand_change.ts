import { isVisiting, type Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { applied, type Changes } from '#app/foundation/changes'
import { clock } from '#app/foundation/clock'
import ChangedMeanwhile from '#app/foundation/errors/changed_meanwhile'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import Brand from './brand.js'
import { leadsElsewhere } from './brand_rules.js'
import { differing, differInLooksAlone, type BrandKey, type BrandValues } from './brand_values.js'
import BrandVersion from './brand_version.js'
import LooksAlone from './errors/looks_alone.js'
import TenantEntitlements from '#app/tenants/tenant_entitlements'

/** Changes what a tenant has chosen, and keeps what it was. In the live environment, which is where an account lives. */
export const BrandChange = {
  /**
   * @param wanted  what is missing stays as it is
   * @returns which values changed; none of them means that nothing happened
   * @throws FeatureNotInPlan; LooksAlone in a support session; ChangedMeanwhile where what is wanted does not go with what is stored
   */
  async make(wanted: Changes<BrandValues>, by: Actor): Promise<BrandKey[]> {
    return unit(async () => {
      const entitlements = await TenantEntitlements.current()
      entitlements.require('branding')
      const brand = await Brand.lock()
      const next = { ...brand.values, ...applied(wanted, brand.values) }
      const changed = differing(brand.values, next)
      if (isVisiting(by) && !differInLooksAlone(brand.values, next)) throw new LooksAlone()
      if (leadsElsewhere(next) && !leadsElsewhere(brand.values))
        throw new ChangedMeanwhile('redirectUrl')
      if (changed.length > 0) await write(brand, next, changed, by)
      return changed
    })
  },

  /** Goes back to an earlier version, as a change of its own. @returns null when it is not kept any more */
  async restore(version: number, by: Actor): Promise<BrandKey[] | null> {
    const found = await BrandVersion.find(version)
    return found && this.make(found.values, by)
  },
}

async function write(
  brand: Brand,
  next: BrandValues,
  changed: BrandKey[],
  by: Actor
): Promise<void> {
  await BrandVersion.keepFirst(brand)
  const version = brand.version + 1
  await brand.merge({ ...next, version, updatedAt: clock.now() }).save()
  await BrandVersion.keep(brand, by)
  await SecurityTrail.append({
    action: 'brand.changed',
    actor: by,
    details: { version, changed: changed.join(', ') },
  })
  Outbox.append({ kind: 'brand.published', ref: CurrentTenant.get().tenant.id })
}
