import { randomBase62 } from '#app/foundation/opaque_token'
import { drawAnew } from '#app/foundation/picture/picture'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Brand from '#app/brand/brand'
import { BrandChange } from '#app/brand/brand_change'
import { BrandImages } from '#app/brand/brand_images'
import type { BrandValues } from '#app/brand/brand_values'
import { nameServers } from '#app/tenants/hosts/name_server'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import { PublishedBrand } from '#app/brand/published_brand'
import Sender from '#app/sending/sender'
import { SenderDomain } from '#app/sending/sender_domain'
import { senderRecords } from '#app/sending/sender_records'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { doPlatformWork, makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { type DnsWorld } from './dns_world.js'
import { activeDomain } from './domain_hand.js'
import { doWork } from './inline_work.js'

/** What they who must not show are called and coloured. */
export const RESELLER = { name: 'Zanzibar Sign', account: 'Zanzibar Resale', color: '#b4471f' }
export const SIBLING = { name: 'Quetzal Partners', color: '#0b6b42' }
export const OWN = {
  name: 'Larkspur Homes',
  color: '#7a1fa2',
  domain: `larkspur-${randomBase62(8).toLowerCase()}.com`,
}

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#7a1fa2"/></svg>`

/** A tenant of a reseller with a brand, a host and a sender of its own, and somebody beside it. */
export async function makeWhiteLabel(
  world: DnsWorld,
  domain = OWN.domain
): Promise<{ tenant: Tenant; sibling: Tenant }> {
  nameServers.use([world.asServer()])
  const reseller = await makeReseller(RESELLER.account)
  await choose(reseller, { name: RESELLER.name, color: RESELLER.color })
  await inLive(reseller, () => PublishedBrand.refresh())
  const sibling = await makeChild(reseller, { name: SIBLING.name })
  await choose(sibling, { name: SIBLING.name, color: SIBLING.color })
  const tenant = await makeChild(reseller, { name: `${OWN.name} Ltd` })
  await tenant.merge({ planKey: 'enterprise' }).save()
  await EntitlementsProjection.apply(tenant.id)
  await inLive(tenant, () =>
    CurrentTenant.batch([{ text: `update users set verified_at = now() where role = 'owner'` }])
  )
  await Provisioning.openSandbox(tenant)
  await brandOf(tenant, domain)
  await activeDomain(tenant, `sign.${domain}`, world)
  await sendFrom(tenant, domain, world)
  await doPlatformWork()
  return { tenant: await tenant.refresh(), sibling }
}

async function brandOf(tenant: Tenant, domain: string): Promise<void> {
  const [logo, icon] = await Promise.all([
    drawAnew(Buffer.from(LOGO), 'logo'),
    drawAnew(Buffer.from(LOGO), 'icon'),
  ])
  const names = await inLive(tenant, async () => ({
    logo: await BrandImages.keep(logo),
    icon: await BrandImages.keep(icon),
  }))
  await choose(tenant, {
    ...names,
    name: OWN.name,
    color: OWN.color,
    supportEmail: `help@${domain}`,
    mailFooter: `${OWN.name}\nA street`,
    privacyUrl: `https://www.${domain}/privacy`,
  })
}

async function sendFrom(tenant: Tenant, domain: string, world: DnsWorld): Promise<void> {
  const records = await inLive(tenant, async () => {
    await SenderDomain.claim('sign', domain, OLGA)
    return senderRecords(await Sender.current())
  })
  for (const { type, name, value } of records)
    world.write(name, type === 'TXT' ? { TXT: [value] } : { CNAME: value })
  await doWork(tenant, 'sender.check', { early: true })
}

async function choose(tenant: Tenant, values: Partial<BrandValues>): Promise<void> {
  await inLive(tenant, async () => {
    const own = await Brand.current()
    await BrandChange.make({ ...own.values, ...values }, OLGA)
  })
}

function inLive<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
  return CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
}
