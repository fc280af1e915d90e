import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Profile } from '#app/brand/profile'
import type Tenant from '#app/tenants/tenant'
import { USER_AGENT } from '#app/webhooks/deliveries/webhook_request'
import type { Exhibit } from './exhibit.js'
import { mailExhibits } from './mail_exhibits.js'
import { marksAgainst, type Mark } from './marks.js'
import { pageExhibits, type Asker } from './page_exhibits.js'
import { sealExhibits } from './seal_exhibits.js'
import { templateExhibits } from './template_exhibits.js'
import { tracesIn, type Trace } from './trace.js'

export interface BrandReport {
  marks: Mark[]
  exhibits: string[]
  traces: Trace[]
}

/** Looks at what strangers see of a tenant, and names every mark of somebody else. Nothing is changed, and no document is opened. */
export async function checkBrand(tenant: Tenant, ask: Asker): Promise<BrandReport> {
  const profile = await inLive(tenant, () => Profile.current())
  const { entitlements, brand } = profile
  const hosts = {
    app: entitlements.host,
    signing: entitlements.signingHost,
    api: entitlements.apiHost,
  }
  const marks = await marksAgainst(tenant, brand)
  const exhibits: Exhibit[] = [
    ...(await pageExhibits(ask, hosts, brand.snapshot.languages)),
    ...(await inLive(tenant, () => mailExhibits(brand.snapshot))),
    ...(await inLive(tenant, () => sealExhibits(profile))),
    { name: 'links', texts: Object.values(hosts) },
    { name: 'webhook: User-Agent', texts: [USER_AGENT] },
    ...templateExhibits(),
  ]
  return {
    marks,
    exhibits: exhibits.map(({ name }) => name),
    traces: exhibits.flatMap((exhibit) => tracesIn(exhibit, marks)),
  }
}

function inLive<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
  return CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
}
