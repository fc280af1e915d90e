import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import Domain, { HELD, SERVED, type Purpose } from '../domains/domain.js'
import { platformHost } from './public_address.js'
import type Tenant from '../tenant.js'

/**
 * Where links to a tenant lead, by purpose: the host that it has chosen, else the oldest of its own that serves the purpose, else the
 * one below its reseller's base, else that which every tenant has. Without the right to hosts of its own they go on leading to it,
 * and no new links are built from them.
 */
export async function hostsOf(
  tenant: Tenant,
  client: QueryClientContract,
  { customDomain }: { customDomain: boolean }
): Promise<Record<Purpose, string>> {
  const own = customDomain ? await linkedHosts(tenant, client) : []
  const fallback = (await hostBelowBase(tenant, client)) ?? platformHost(tenant.slug)
  const hostFor = (purpose: Purpose) => {
    const serving = own.filter(({ purposes }) => purposes.includes(purpose))
    const chosen = serving.find(({ primaryFor }) => primaryFor.includes(purpose)) ?? serving.at(0)
    return chosen?.host ?? fallback
  }
  return { app: hostFor('app'), signing: hostFor('signing'), api: hostFor('api') }
}

/** All hosts at which a tenant is found for a purpose, its own first: it may choose among them. */
export async function hostsServing(
  purpose: Purpose,
  tenant: Pick<Tenant, 'id' | 'slug' | 'parentId'>
): Promise<string[]> {
  const own = await servedHosts(tenant)
  const below = await hostBelowBase(tenant)
  return [
    ...own.filter(({ purposes }) => purposes.includes(purpose)).map(({ host }) => host),
    ...(below === null ? [] : [below]),
    platformHost(tenant.slug),
  ]
}

/** `<slug>.<base>` where its reseller has a base, and nobody holds this very name. */
export async function hostBelowBase(
  { slug, parentId }: Pick<Tenant, 'slug' | 'parentId'>,
  client?: QueryClientContract
): Promise<string | null> {
  if (parentId === null) return null
  const bases = await Domain.query({ client })
    .where({ tenantId: parentId, kind: 'base' })
    .whereIn('status', SERVED)
    .orderBy('verified_at')
  const base = bases.find((domain) => domain.isLinked)
  if (!base) return null
  const host = `${slug}.${base.host}`
  const held = await Domain.query({ client })
    .where({ host, kind: 'host' })
    .whereIn('status', HELD)
    .first()
  return held ? null : host
}

async function linkedHosts(tenant: Tenant, client: QueryClientContract): Promise<Domain[]> {
  const served = await servedHosts(tenant, client)
  return served.filter((domain) => domain.isLinked)
}

async function servedHosts(
  { id }: Pick<Tenant, 'id'>,
  client?: QueryClientContract
): Promise<Domain[]> {
  return Domain.query({ client })
    .where({ tenantId: id, kind: 'host' })
    .whereIn('status', SERVED)
    .orderBy('verified_at')
    .orderBy('id')
}
