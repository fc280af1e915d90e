import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import { SYSTEM } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { WORDINGS } from '#app/notifications/notices/index'
import type { Profile } from '#app/brand/profile'
import User from '#app/identity/users/user'
import { Reader } from '#app/notifications/reader'
import type { NoticeKind } from '#app/tenants/notice_kind'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Domain, { type DomainStatus } from '#app/tenants/domains/domain'
import { CHECK_LANE, DomainWatch } from '#app/tenants/domains/domain_watch'
import { targetOf } from '#app/tenants/domains/domain_target'
import { DomainRegister } from '#app/tenants/domains/domain_register'
import type HostRefused from '#app/tenants/errors/host_refused'
import { nameServers } from '#app/tenants/hosts/name_server'
import { PlatformWork } from '#app/tenants/platform_work'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import type Tenant from '#app/tenants/tenant'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import {
  activeDomain,
  claimDomain,
  eraseRecords,
  look,
  project,
  tellNews,
  writeRecords,
} from '#tests/support/domain_hand'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let serial = 0
const someHost = () => `sign.c${(serial += 1)}${Date.now().toString(36)}.com`

const reasonOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: HostRefused) => error.reason
  )
const pauseOf = async ({ id }: Domain) => {
  const row = await db.connection('platform').from('outbox').where({ ref: id }).first()
  return row && (new Date(row.due_at).getTime() - Date.now()) / HOUR_MS
}
const whoIsAt = async (host: string) => (await tenantResolver.byHost(host, 'app'))?.id ?? null
const subjectOf = async ({ id: domainId }: Domain, kind: NoticeKind) =>
  (await WORDINGS[kind].words({ domainId }, new Reader(new User(), {} as Profile)))?.subject
const noticesOf = (tenant: Tenant) =>
  inLive(tenant, () =>
    CurrentTenant.batch([{ text: 'select kind from notices order by created_at, id' }])
  ).then(([rows]) => rows.map(({ kind }) => kind))

test.group('Domain | course', (group) => {
  let world: DnsWorld
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
  })
  group.each.setup(async () => {
    await db.connection('platform').from('outbox').delete()
    await db.connection('platform').from('domain_news').delete()
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    return async () => {
      clock.restore()
      nameServers.use()
      await world.close()
    }
  })

  const become = async (domain: Domain, status: DomainStatus) =>
    (await look(domain))?.status === status

  test('a claim leads to nobody until its records are found', async ({ assert }) => {
    const domain = await claimDomain(acme, someHost())
    assert.equal(domain.status, 'pending')
    assert.isTrue(await become(domain, 'pending'))
    assert.isNull(await whoIsAt(domain.host))
    await writeRecords(domain, world)
    assert.isTrue(await become(domain, 'active'))
    assert.equal(await whoIsAt(domain.host), acme.id)
  })

  test('one of two records is not enough', async ({ assert }) => {
    const domain = await claimDomain(acme, someHost())
    await writeRecords(domain, world)
    world.erase(`_domain-challenge.${domain.host}`)
    assert.isTrue(await become(domain, 'pending'))
    await writeRecords(domain, world)
    world.erase(domain.host)
    assert.isTrue(await become(domain, 'pending'))
  })

  test('links are built from it once it is active, and from the platform’s host when it is removed', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const entitlements = async () => {
      await PlatformWork.doDue()
      return inLive(tenant, () => TenantEntitlements.current())
    }
    const domain = await activeDomain(tenant, someHost(), world, { purposes: ['signing'] })
    assert.containSubset(await entitlements(), {
      host: `${tenant.slug}.localhost`,
      signingHost: domain.host,
    })
    await DomainRegister.remove(domain, SYSTEM)
    assert.containSubset(await entitlements(), { signingHost: `${tenant.slug}.localhost` })
  })

  test('is looked at daily by one piece of work that outlives each look', async ({ assert }) => {
    const domain = await activeDomain(acme, someHost(), world)
    for (let day = 0; day < 3; day++) {
      await db
        .connection('platform')
        .from('outbox')
        .where({ ref: domain.id })
        .update({ due_at: new Date() })
      await Promise.all([PlatformWork.doDue(CHECK_LANE), PlatformWork.doDue(CHECK_LANE)])
      const rows = await db.connection('platform').from('outbox').where({ ref: domain.id })
      assert.lengthOf(rows, 1)
      assert.isNull(rows[0].lease_until)
      const pause = await pauseOf(domain)
      assert.isTrue(pause > 21 && pause <= 24, `${pause} h`)
    }
  })

  test('a claim is looked at often at first, then seldom, then no more', async ({ assert }) => {
    const domain = await claimDomain(acme, someHost())
    for (const [age, least, most] of [
      [0, 0.01, 0.1],
      [5 * HOUR_MS, 0.4, 0.6],
      [5 * DAY_MS, 5, 7],
    ]) {
      clock.restore()
      clock.travel(age)
      await look(domain)
      const pause = await pauseOf(domain)
      assert.isTrue(pause > least && pause < most, `${pause} h after ${age} ms`)
    }
    clock.restore()
    clock.travel(15 * DAY_MS)
    await db
      .connection('platform')
      .from('outbox')
      .where({ ref: domain.id })
      .update({ due_at: new Date() })
    await PlatformWork.doDue(CHECK_LANE)
    assert.isUndefined((await pauseOf(domain)) ?? undefined)
  })

  test('three days without its records: announced at once and a day before, then suspended', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const domain = await activeDomain(tenant, someHost(), world)
    await eraseRecords(domain, world)
    assert.isTrue(await become(domain, 'failing'))
    assert.equal(await whoIsAt(domain.host), tenant.id)
    clock.travel(47 * HOUR_MS)
    assert.isTrue(await become(domain, 'failing'))
    await tellNews(tenant)
    assert.deepEqual(await noticesOf(tenant), ['domain.failing'])
    assert.include(await subjectOf(domain, 'domain.failing'), domain.host)
    clock.travel(2 * HOUR_MS)
    assert.isTrue(await become(domain, 'failing'))
    await tellNews(tenant)
    assert.deepEqual(await noticesOf(tenant), ['domain.failing', 'domain.suspension_near'])
    assert.include(await subjectOf(domain, 'domain.suspension_near'), 'tomorrow')
    clock.travel(23 * HOUR_MS)
    assert.isTrue(await become(domain, 'failing'), 'the warning was less than a day ago')
    clock.travel(2 * HOUR_MS)
    assert.isTrue(await become(domain, 'suspended'))
    assert.isNull(await whoIsAt(domain.host))
    await tellNews(tenant)
    assert.deepEqual(await noticesOf(tenant), [
      'domain.failing',
      'domain.suspension_near',
      'domain.suspended',
    ])
    assert.include(await subjectOf(domain, 'domain.suspended'), 'is suspended')
    assert.isUndefined(await subjectOf(domain, 'domain.failing'), 'what is over is not told late')
  })

  test('a suspension is never without its warning, however late somebody looks', async ({
    assert,
  }) => {
    const domain = await activeDomain(acme, someHost(), world)
    await eraseRecords(domain, world)
    assert.isTrue(await become(domain, 'failing'))
    clock.travel(30 * DAY_MS)
    assert.isTrue(await become(domain, 'failing'))
    clock.travel(23 * HOUR_MS)
    assert.isTrue(await become(domain, 'failing'))
    clock.travel(2 * HOUR_MS)
    assert.isTrue(await become(domain, 'suspended'))
  })

  test('comes back by itself when its records do', async ({ assert }) => {
    const domain = await activeDomain(acme, someHost(), world)
    await eraseRecords(domain, world)
    assert.isTrue(await become(domain, 'failing'))
    await writeRecords(domain, world)
    assert.isTrue(await become(domain, 'active'))
    await eraseRecords(domain, world)
    for (const hours of [0, 50, 30]) {
      clock.travel(hours * HOUR_MS)
      await look(domain)
    }
    assert.equal((await Domain.findOrFail(domain.id)).status, 'suspended')
    await writeRecords(domain, world)
    assert.isTrue(await become(domain, 'active'))
    assert.equal(await whoIsAt(domain.host), acme.id)
  })

  for (const mood of ['servfail', 'refused'] as const)
    test(`days of ${mood} take nothing from anybody`, async ({ assert }) => {
      const domain = await activeDomain(acme, someHost(), world)
      world.mood = mood
      for (let day = 0; day < 9; day++) {
        assert.isTrue(await become(domain, 'active'))
        clock.travel(DAY_MS)
      }
      assert.isAtMost(await pauseOf(domain), 1)
    })

  test('one that fails is not suspended by an outage', async ({ assert }) => {
    const domain = await activeDomain(acme, someHost(), world)
    await eraseRecords(domain, world)
    assert.isTrue(await become(domain, 'failing'))
    clock.travel(60 * HOUR_MS)
    assert.isTrue(await become(domain, 'failing'))
    world.mood = 'servfail'
    clock.travel(30 * DAY_MS)
    assert.isTrue(await become(domain, 'failing'))
  })

  test('servers that disagree change nothing in either direction', async ({ assert }) => {
    const second = await DnsWorld.open()
    nameServers.use([world.asServer(), second.asServer()])
    const domain = await claimDomain(acme, someHost())
    await writeRecords(domain, world)
    assert.isTrue(await become(domain, 'pending'))
    await writeRecords(domain, second)
    assert.isTrue(await become(domain, 'active'))
    await eraseRecords(domain, second)
    assert.isTrue(await become(domain, 'active'))
    await second.close()
  })

  test('a tenant’s trail tells what happened, once, however often it is told', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const domain = await activeDomain(tenant, someHost(), world)
    const [news] = await db
      .connection('platform')
      .from('domain_news')
      .where({ tenant_id: tenant.id })
    await tellNews(tenant)
    // as if the process had died before it could forget them
    await db
      .connection('platform')
      .table('domain_news')
      .insert({
        ...news,
        details: JSON.stringify(news.details),
        actor: JSON.stringify(news.actor),
      })
    await tellNews(tenant)
    await DomainRegister.remove(domain, SYSTEM)
    await tellNews(tenant)
    const entries = await inLive(tenant, () => SecurityTrail.read())
    assert.deepEqual(
      entries.map(({ action }) => action).filter((action) => action.startsWith('domain.')),
      ['domain.removed', 'domain.verified', 'domain.added']
    )
  })

  test('is not verified on a plan without hosts of one’s own, and waits for another', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const domain = await claimDomain(tenant, someHost())
    await writeRecords(domain, world)
    await tenant.merge({ planKey: 'business' }).save()
    await project(tenant)
    assert.isTrue(await become(domain, 'pending'))
    await tenant.merge({ planKey: 'enterprise' }).save()
    await project(tenant)
    assert.isTrue(await become(domain, 'active'))
    await tenant.merge({ planKey: 'free' }).save()
    await project(tenant)
    assert.equal(await whoIsAt(domain.host), tenant.id, 'links that were sent still work')
    const entitlements = await inLive(tenant, () => TenantEntitlements.current())
    assert.equal(entitlements.signingHost, `${tenant.slug}.localhost`)
  })

  test('looks on demand, and not again at once', async ({ assert }) => {
    const domain = await claimDomain(acme, someHost())
    await writeRecords(domain, world)
    await DomainWatch.checkNow(domain.id)
    assert.equal((await Domain.findOrFail(domain.id)).status, 'active')
    await assert.rejects(() => DomainWatch.checkNow(domain.id), /a moment ago/)
    clock.travel(11_000)
    await DomainWatch.checkNow(domain.id)
  })
})

test.group('Domain | rivals', (group) => {
  let world: DnsWorld
  let acme: Tenant
  let other: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    other = await makeTenant({ plan: 'enterprise' })
  })
  group.each.setup(async () => {
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    return async () => {
      clock.restore()
      nameServers.use()
      await world.close()
    }
  })

  test('somebody else’s claim stops nobody who can prove that the host is theirs', async ({
    assert,
  }) => {
    const host = someHost()
    const squatter = await claimDomain(other, host)
    const owner = await activeDomain(acme, host, world)
    assert.equal(owner.status, 'active')
    const late = await look(squatter)
    assert.equal(late?.status, 'pending')
    assert.equal(await whoIsAt(host), acme.id)
    assert.equal(
      await reasonOf(claimDomain(await makeTenant({ plan: 'enterprise' }), host)),
      'in_use'
    )
  })

  test('of two that prove it at the same moment exactly one gets it', async ({ assert }) => {
    const host = someHost()
    const claims = await Promise.all([claimDomain(acme, host), claimDomain(other, host)])
    // a zone that holds the proofs of both, and leads to the addresses of both
    world.write(`_domain-challenge.${host}`, { TXT: claims.map(({ challenge }) => challenge) })
    world.write(host, { A: ['192.0.2.7'] })
    for (const { id } of [acme, other]) world.write(await targetOf(id), { A: ['192.0.2.7'] })
    await Promise.all([...claims, ...claims].map((claim) => look(claim)))
    const held = await Domain.query().where({ host, status: 'active' })
    assert.lengthOf(held, 1)
    assert.equal(await whoIsAt(host), held[0].tenantId)
    const loser = await Domain.query().where({ host, status: 'pending' }).firstOrFail()
    assert.isTrue(loser.findings?.isTaken)
  })

  test('a host that was given back is its last tenant’s alone for a month', async ({ assert }) => {
    const host = someHost()
    const domain = await activeDomain(acme, host, world)
    await DomainRegister.remove(domain, SYSTEM)
    assert.isNull(await whoIsAt(host))
    assert.equal(await reasonOf(claimDomain(other, host)), 'quarantined')
    const again = await activeDomain(acme, host, world)
    assert.notEqual(again.challenge, domain.challenge)
    await DomainRegister.remove(again, SYSTEM)
    clock.travel(31 * DAY_MS)
    const theirs = await claimDomain(other, host)
    assert.equal((await look(theirs))?.status, 'pending', 'the old records prove nothing')
    await writeRecords(theirs, world)
    assert.equal((await look(theirs))?.status, 'active')
  })

  test('a claim that was there before cannot be verified during that month either', async ({
    assert,
  }) => {
    const host = someHost()
    const early = await claimDomain(other, host)
    const domain = await activeDomain(acme, host, world)
    await DomainRegister.remove(domain, SYSTEM)
    await writeRecords(early, world)
    assert.equal((await look(early))?.status, 'pending')
    clock.travel(31 * DAY_MS)
    assert.equal((await look(early))?.status, 'active')
  })

  test('a suspended host is released after a month, and is free then', async ({ assert }) => {
    const host = someHost()
    const domain = await activeDomain(acme, host, world)
    await eraseRecords(domain, world)
    for (const hours of [0, 50, 30]) {
      clock.travel(hours * HOUR_MS)
      await look(domain)
    }
    assert.equal(await reasonOf(claimDomain(other, host)), 'in_use')
    clock.travel(31 * DAY_MS)
    assert.equal((await look(domain))?.status, 'released')
    assert.equal((await activeDomain(other, host, world)).status, 'active')
  })

  test('one claim for each host, and twenty hosts for each tenant, however many ask at once', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const host = someHost()
    const twice = await Promise.all([1, 2, 3].map(() => reasonOf(claimDomain(tenant, host))))
    assert.deepEqual(twice.toSorted(), ['added', 'added', null])
    const many = await Promise.all(
      Array.from({ length: 24 }, () => reasonOf(claimDomain(tenant, someHost())))
    )
    assert.lengthOf(
      many.filter((reason) => reason === null),
      19
    )
    assert.lengthOf(
      many.filter((reason) => reason === 'too_many'),
      5
    )
  })

  test('a claim that is withdrawn leaves nothing behind', async ({ assert }) => {
    const host = someHost()
    await DomainRegister.remove(await claimDomain(acme, host), SYSTEM)
    assert.isNull(await Domain.findBy('host', host))
    assert.isNull(await reasonOf(claimDomain(other, host)))
  })

  test('one that is removed while it is looked up stays removed', async ({ assert }) => {
    const domain = await activeDomain(acme, someHost(), world)
    const [looked] = await Promise.all([look(domain), DomainRegister.remove(domain, SYSTEM)])
    assert.isNotNull(looked)
    assert.equal((await Domain.findOrFail(domain.id)).status, 'released')
    assert.equal((await look(domain))?.status, 'released')
  })
})
