import { LRUCache } from 'lru-cache'
import type { BrandValues } from '#app/brand/brand_values'
import { Profile } from '#app/brand/profile'
import { Patience } from '#app/tenancy/connections/patience'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { KnownTenant } from '#app/tenants/hosts/tenant_resolver'

type Look = Partial<BrandValues> & { name: string }

const MAX_LOOKS = 1_000
const MAX_AGE_MS = 60_000

const looks = new LRUCache<string, Look, KnownTenant>({
  max: MAX_LOOKS,
  ttl: MAX_AGE_MS,
  fetchMethod: (_id, _stale, { context }) => Patience.aside(() => read(context)),
})

/**
 * How pages look that tell a tenant's visitors of trouble. Asked once a minute, and by one at a time, however many such pages are made: those who were
 * turned away for want of a connection would otherwise ask for one each.
 */
export async function knownLook(tenant: KnownTenant): Promise<Look | undefined> {
  return looks.fetch(tenant.id, { context: tenant })
}

function read(tenant: KnownTenant): Promise<Look> {
  return CurrentTenant.run({ tenant, environment: 'live' }, async () => {
    const { brand } = await Profile.current()
    return brand.snapshot
  })
}
