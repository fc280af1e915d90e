import type { Purpose } from '#app/tenants/domain'
import { platformDomain, platformHost } from '#app/tenants/public_address'
import { tenantResolver, type KnownTenant } from '#app/tenants/tenant_resolver'

/** Where a request has arrived: at a tenant's host, at the API host that all tenants share, or at the platform itself. */
export type Place =
  | { readonly kind: 'tenant'; readonly host: string; readonly tenant: KnownTenant }
  | { readonly kind: 'shared_api' | 'platform'; readonly host: string; readonly tenant: null }

const SHARED_API_HOST = platformHost('api')
const SIGNING_PATH = /^\/(?:sign|track|verify)\//
const ASSET_PATH = /^\/assets\//

export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/** Null when nobody lives at this host, or not for what this path is about. */
export async function placeOf(host: string, path: string): Promise<Place | null> {
  if (host === platformDomain) return { kind: 'platform', host, tenant: null }
  if (host === SHARED_API_HOST) {
    return purposeOf(path) === 'api' ? { kind: 'shared_api', host, tenant: null } : null
  }
  const tenant = await tenantAt(host, path)
  return tenant && { kind: 'tenant', host, tenant }
}

async function tenantAt(host: string, path: string): Promise<KnownTenant | null> {
  const known = await tenantResolver.byHost(host, purposeOf(path))
  // a page of signing and one of the dashboard share their style
  if (known || !ASSET_PATH.test(path)) return known
  return tenantResolver.byHost(host, 'signing')
}

function purposeOf(path: string): Purpose {
  if (isApiPath(path) || path.startsWith('/docs/')) return 'api'
  return SIGNING_PATH.test(path) ? 'signing' : 'app'
}
