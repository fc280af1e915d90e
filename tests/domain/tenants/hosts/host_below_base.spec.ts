import { test } from '@japa/runner'
import { CONSOLE } from '#app/cli/_console'
import { clock } from '#app/foundation/clock'
import { isInhabited } from '#app/front_door/hosts/request_target'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import Domain from '#app/tenants/domains/domain'
import { KEPT_MS } from '#app/tenants/domains/domain_course'
import { DomainRegister } from '#app/tenants/domains/domain_register'
import type HostRefused from '#app/tenants/errors/host_refused'
import { nameServers } from '#app/tenants/hosts/name_server'
import { platformHost } from '#app/tenants/hosts/public_address'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { Resale } from '#app/tenants/resale/resale'
import type Tenant from '#app/tenants/tenant'
import { doPlatformWork, makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, claimDomain, eraseRecords, look } from '#tests/support/domain_hand'

const RITA = { type: 'user', id: 'usr_rita', name: 'Rita' } as const
const PAST = new Date(0)

let serial = 0
const someBase = () => `b${(serial += 1)}${Date.now().toString(36)}.com`

interface Resold {
  reseller: Tenant
  base: Domain
  child: Tenant
  host: string
}

test.group('Host below a base', (group) => {
  let world: DnsWorld

  group.each.setup(async () => {
    world = await DnsWorld.open()
    nameServers.use([world.asServer('Server A')])
    return async () => {
      nameServers.use()
      await world.close()
    }
  })

  const setUp = async (): Promise<Resold> => {
    const reseller = await makeReseller()
    const base = await activeDomain(reseller, someBase(), world, { kind: 'base' })
    const child = await makeChild(reseller)
    return { reseller, base, child, host: `${child.slug}.${base.host}` }
  }
  const release = async ({ reseller, child }: Resold) => {
    await new Resale(reseller.ref, RITA).release(child.id)
    await doPlatformWork()
  }
  const reasonOf = async (tenant: Tenant, host: string) => {
    try {
      await claimDomain(tenant, host)
      return null
    } catch (error) {
      return (error as HostRefused).reason
    }
  }
  /** Its quarantine is over. */
  const passed = async (host: string) => {
    await Domain.query().where({ host, status: 'released' }).update({ kept_until: PAST })
    tenantResolver.forget()
  }

  test('leads links of a released tenant on for thirty days, and nothing else', async ({
    assert,
  }) => {
    const resold = await setUp()
    const { child, host } = resold
    assert.equal((await tenantResolver.byHost(host, 'signing'))?.id, child.id)
    assert.isNull(await tenantResolver.movedTo(host))
    await release(resold)
    for (const purpose of ['app', 'signing', 'api'] as const)
      assert.isNull(await tenantResolver.byHost(host, purpose))
    assert.equal(await tenantResolver.movedTo(host), platformHost(child.slug))
    const { status, keptUntil } = await Domain.findByOrFail({ host, tenantId: child.id })
    assert.equal(status, 'released')
    const leftMs = keptUntil!.getTime() - clock.now().getTime()
    assert.closeTo(leftMs, KEPT_MS, 60_000)
    await passed(host)
    assert.isNull(await tenantResolver.movedTo(host))
  })

  test('has a certificate for as long as its links lead on', async ({ assert }) => {
    const resold = await setUp()
    assert.isTrue(await isInhabited(resold.host))
    await release(resold)
    assert.isTrue(await isInhabited(resold.host))
    await passed(resold.host)
    assert.isFalse(await isInhabited(resold.host))
  })

  test('has none while its base is suspended', async ({ assert }) => {
    const { base, host } = await setUp()
    await Domain.query().where({ id: base.id }).update({ status: 'suspended' })
    tenantResolver.forget()
    assert.isNotNull(await tenantResolver.movedTo(host))
    assert.isFalse(await isInhabited(host))
  })

  test('leads on from a base whose records are missing, or that is removed later', async ({
    assert,
  }) => {
    const resold = await setUp()
    const { base, child, host } = resold
    await Domain.query().where({ id: base.id }).update({ status: 'suspended' })
    await release(resold)
    assert.equal(await tenantResolver.movedTo(host), platformHost(child.slug))
    await DomainRegister.remove(base, CONSOLE)
    assert.equal(await tenantResolver.movedTo(host), platformHost(child.slug))
  })

  test('is no claim of the tenant that was released', async ({ assert }) => {
    const resold = await setUp()
    await release(resold)
    const row = await Domain.findByOrFail({ host: resold.host, tenantId: resold.child.id })
    assert.isNull(row.verifiedAt)
    await look(row)
    assert.equal((await row.refresh()).status, 'released')
  })

  test('of a host that its owner removed leads nowhere, as before', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const domain = await activeDomain(tenant, `sign.${someBase()}`, world)
    await DomainRegister.remove(domain, CONSOLE)
    assert.isNull(await tenantResolver.movedTo(domain.host))
  })

  test('is kept from the reseller and from everybody else until then', async ({ assert }) => {
    const resold = await setUp()
    const { reseller, host } = resold
    assert.equal(await reasonOf(reseller, host), 'in_use')
    await release(resold)
    assert.equal(await reasonOf(reseller, host), 'quarantined')
    await passed(host)
    assert.isNull(await reasonOf(reseller, host))
  })

  test('is kept with its base: what lay below one that was removed is its tenants’ alone', async ({
    assert,
  }) => {
    const { reseller, base, child, host } = await setUp()
    const stranger = await makeTenant({ plan: 'enterprise' })
    assert.equal(await reasonOf(stranger, host), 'in_use')
    await DomainRegister.remove(base, CONSOLE)
    for (const name of [host, `new.${base.host}`])
      assert.equal(await reasonOf(stranger, name), 'quarantined')
    assert.equal(await reasonOf(reseller, host), 'quarantined')
    assert.isNull(await reasonOf(reseller, `new.${base.host}`))
    assert.isNull(await reasonOf(child, host))
    await passed(base.host)
    assert.isNull(await reasonOf(stranger, host))
  })

  test('is nobody’s that a host of its own was before', async ({ assert }) => {
    const reseller = await makeReseller()
    const base = await activeDomain(reseller, someBase(), world, { kind: 'base' })
    const child = await makeChild(reseller)
    const host = `${child.slug}.${base.host}`
    await eraseRecords(base, world)
    await DomainRegister.remove(base, CONSOLE)
    await passed(base.host)
    const other = await makeTenant({ plan: 'enterprise' })
    const held = await activeDomain(other, host, world)
    await activeDomain(reseller, base.host, world, { kind: 'base' })
    await release({ reseller, base, child, host })
    assert.equal((await tenantResolver.byHost(host, 'signing'))?.id, other.id)
    assert.lengthOf(await Domain.query().where({ host }), 1)
    assert.equal(held.status, 'active')
  })

  test('ends with the tenant', async ({ assert }) => {
    const resold = await setUp()
    await release(resold)
    await TenantErasure.run(resold.child.id)
    assert.isNull(await tenantResolver.movedTo(resold.host))
    assert.isEmpty(await Domain.query().where({ host: resold.host }))
  })
})
