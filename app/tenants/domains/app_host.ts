import { platformDomain, platformHost, slugIn } from '../hosts/public_address.js'
import { tenantResolver, type KnownTenant } from '../hosts/tenant_resolver.js'
import Domain, { SERVED, type DomainKind } from './domain.js'
import { targetOf } from './domain_target.js'

/** A host with a dashboard, and the name that its DNS has to lead to; null where that DNS is the platform's own. */
export interface AppHost {
  host: string
  target: string | null
}

/** A host of this very tenant that is served, though its records may be missing: `leadsHere` tells. Null for any other name. */
export async function findAppHost(tenant: KnownTenant, host: string): Promise<AppHost | null> {
  if (!(await isAppHost(tenant, host))) return null
  if (host === platformHost(tenant.slug)) return { host, target: null }
  // below a domain of before, which may be somebody else's by now
  if (slugIn(host) === tenant.slug) return { host, target: platformDomain() }
  const base = host.slice(host.indexOf('.') + 1)
  const domain = (await served(host, 'host')) ?? (await served(base, 'base'))
  return domain ? { host, target: await targetOf(domain.tenantId) } : null
}

/** Whether this very tenant has a dashboard there. */
export async function isAppHost(tenant: KnownTenant, host: string): Promise<boolean> {
  return (await tenantResolver.byHost(host, 'app'))?.id === tenant.id
}

function served(host: string, kind: DomainKind): Promise<Domain | null> {
  return Domain.query().where({ host, kind }).whereIn('status', SERVED).first()
}
