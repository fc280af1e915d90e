import { platformHost } from '../hosts/public_address.js'
import { tenantResolver, type KnownTenant } from '../hosts/tenant_resolver.js'
import Domain, { SERVED, type DomainKind } from './domain.js'
import { targetOf } from './domain_target.js'

/** A host with a dashboard, and the name that its DNS has to lead to; null where that DNS is the platform's own. */
export interface AppHost {
  host: string
  target: string | null
}

/** A host of this very tenant that new links may be built from; null for any other name. */
export async function findAppHost(tenant: KnownTenant, host: string): Promise<AppHost | null> {
  if ((await tenantResolver.byHost(host, 'app'))?.id !== tenant.id) return null
  if (host === platformHost(tenant.slug)) return { host, target: null }
  const base = host.slice(host.indexOf('.') + 1)
  const domain = (await served(host, 'host')) ?? (await served(base, 'base'))
  return domain?.isLinked ? { host, target: await targetOf(domain.tenantId) } : null
}

function served(host: string, kind: DomainKind): Promise<Domain | null> {
  return Domain.query().where({ host, kind }).whereIn('status', SERVED).first()
}
