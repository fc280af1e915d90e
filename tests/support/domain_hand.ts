import db from '@adonisjs/lucid/services/db'
import { SYSTEM } from '#app/audit/actor'
import Domain, { PURPOSES, type DomainKind, type Purpose } from '#app/tenants/domains/domain'
import { DomainRegister } from '#app/tenants/domains/domain_register'
import { recordsOf } from '#app/tenants/domains/domain_records'
import { targetOf } from '#app/tenants/domains/domain_target'
import { DomainWatch } from '#app/tenants/domains/domain_watch'
import { DomainOutbox } from '#app/tenants/domains/domain_outbox'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import type { DnsWorld } from './dns_world.js'

interface Wanted {
  kind?: DomainKind
  purposes?: readonly Purpose[]
}

/** A host that this tenant claims. */
export function claimDomain(
  { id: tenantId }: Tenant,
  host: string,
  { kind = 'host', purposes = PURPOSES }: Wanted = {}
): Promise<Domain> {
  const owner = { by: SYSTEM, mayHostLogIns: true }
  return DomainRegister.claim({ tenantId, host, kind, purposes, ...owner })
}

/** Its owner writes the records that were asked for. */
export async function writeRecords(domain: Domain, ...worlds: DnsWorld[]): Promise<void> {
  for (const { type, name, value } of recordsOf(domain, await targetOf(domain.tenantId)))
    for (const world of worlds)
      world.write(name, type === 'TXT' ? { TXT: [value] } : { CNAME: value })
}

export async function eraseRecords(domain: Domain, ...worlds: DnsWorld[]): Promise<void> {
  for (const { name } of recordsOf(domain, await targetOf(domain.tenantId)))
    for (const world of worlds) world.erase(name)
}

/** Claimed, its records written, and verified; links lead to it. */
export async function activeDomain(
  tenant: Tenant,
  host: string,
  world: DnsWorld,
  wanted: Wanted = {}
): Promise<Domain> {
  const domain = await claimDomain(tenant, host, wanted)
  await writeRecords(domain, world)
  const checked = await look(domain)
  if (checked?.status !== 'active') throw new Error(`${host} is ${checked?.status}`)
  await project(tenant)
  return checked
}

/** As a worker does when its time has come. @returns the domain afterwards */
export async function look({ id }: Domain): Promise<Domain | null> {
  await DomainWatch.check(id)
  return Domain.find(id)
}

export async function project({ id }: Tenant): Promise<void> {
  await EntitlementsProjection.apply(id)
}

/** What the platform has yet to tell this tenant's account. @returns how much that was */
export async function tellNews({ id }: Tenant): Promise<number> {
  const news: { id: string }[] = await db
    .connection('platform')
    .from('domain_news')
    .where({ tenant_id: id })
    .orderBy('created_at')
    .orderBy('id')
  for (const one of news) await DomainOutbox.deliver(one.id)
  return news.length
}
