import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import Domain, { type Purpose } from './domain.js'
import { platformHost } from './public_address.js'
import type Tenant from './tenant.js'

/** Where links to a tenant lead, by purpose: its primary host, and where it has none, that which every tenant has. */
export async function hostsOf(
  tenant: Tenant,
  client: QueryClientContract,
  { customDomain }: { customDomain: boolean }
): Promise<Record<Purpose, string>> {
  const primaries = customDomain ? await primariesOf(tenant, client) : []
  const hostFor = (purpose: Purpose) =>
    primaries.find(({ purposes }) => purposes.includes(purpose))?.host ?? platformHost(tenant.slug)
  return { app: hostFor('app'), signing: hostFor('signing'), api: hostFor('api') }
}

async function primariesOf({ id }: Tenant, client: QueryClientContract): Promise<Domain[]> {
  return Domain.query({ client })
    .where({ tenantId: id, isPrimary: true, status: 'active' })
    .orderBy('created_at')
}
