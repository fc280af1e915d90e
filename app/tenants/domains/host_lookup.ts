import { LRUCache } from 'lru-cache'
import { platformHost } from '../hosts/public_address.js'
import { tenantResolver } from '../hosts/tenant_resolver.js'
import { findAppHost, type AppHost } from './app_host.js'
import { checkAddress } from './domain_check.js'

/** A person waits for it. */
const PATIENCE_MS = 3_000
/** Long enough that a flood of requests asks name servers once, and short enough that nobody is sent to where a host led before. */
const MAX_AGE_MS = 5_000
const MAX_HOSTS = 1_000

const answers = new LRUCache<string, Promise<boolean>>({ max: MAX_HOSTS, ttl: MAX_AGE_MS })

/**
 * Whether a host leads here at this moment: its daily check may be hours old, and that of a base asks for made-up names alone. Without a
 * clear answer of the name servers it does not.
 */
export async function leadsHere({ host, target }: AppHost): Promise<boolean> {
  if (target === null) return true
  const name = `${host} ${target}`
  const known = answers.get(name)
  if (known) return known
  const asked = lookUp(host, target)
  answers.set(name, asked)
  return asked
}

/** A host of the tenant's if it leads here at this moment, otherwise the one below the platform's domain. */
export async function hostThatLeadsHere(tenantId: string, host: string): Promise<string> {
  const tenant = await tenantResolver.byId(tenantId)
  if (!tenant) return host
  const found = await findAppHost(tenant, host)
  return found && (await leadsHere(found)) ? host : platformHost(tenant.slug)
}

async function lookUp(host: string, target: string): Promise<boolean> {
  return (await checkAddress(host, target, PATIENCE_MS)) === 'found'
}
