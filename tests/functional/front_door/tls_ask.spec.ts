import { test } from '@japa/runner'
import env from '#start/env'
import { SYSTEM } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import Domain from '#app/tenants/domains/domain'
import { DomainRegister } from '#app/tenants/domains/domain_register'
import { nameServers } from '#app/tenants/hosts/name_server'
import { platformHost } from '#app/tenants/hosts/public_address'
import type Tenant from '#app/tenants/tenant'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { ask } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, claimDomain, eraseRecords, look } from '#tests/support/domain_hand'
import { WebProcess } from '#tests/support/web_process'

let serial = 0
const someHost = () => `sign.q${(serial += 1)}${Date.now().toString(36)}.com`
const HOUR_MS = 3_600_000

test.group('Front door | certificates', (group) => {
  let world: DnsWorld
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    return async () => {
      nameServers.use()
      await world.close()
    }
  })
  group.each.teardown(() => clock.restore())

  const answer = (query: string, headers: Record<string, string> = {}) =>
    ask({ path: `/internal/tls-ask${query}`, headers: { host: 'anything.invalid', ...headers } })
  const status = async (domain: string) =>
    (await answer(`?domain=${encodeURIComponent(domain)}`)).status

  test('for what leads to somebody: own hosts, tenants’ names, the platform', async ({
    assert,
  }) => {
    const { host } = await activeDomain(acme, someHost(), world)
    for (const name of [
      host,
      platformHost(acme.slug),
      platformHost('api'),
      env.get('PLATFORM_DOMAIN'),
    ])
      assert.equal(await status(name), 200, name)
  })

  test('as long as its records fail it keeps it, and once it is suspended no more', async ({
    assert,
  }) => {
    const domain = await activeDomain(acme, someHost(), world)
    await eraseRecords(domain, world)
    await look(domain)
    assert.equal(await status(domain.host), 200)
    for (const hours of [50, 30]) {
      clock.travel(hours * HOUR_MS)
      await look(domain)
    }
    assert.equal((await Domain.findOrFail(domain.id)).status, 'suspended')
    assert.equal(await status(domain.host), 404)
  })

  test('not for claims, what was given back, and what nobody knows', async ({ assert }) => {
    const claim = await claimDomain(acme, someHost())
    const given = await activeDomain(acme, someHost(), world)
    await DomainRegister.remove(given, SYSTEM)
    for (const name of [claim.host, given.host, someHost(), platformHost('nobody'), 'com'])
      assert.equal(await status(name), 404, name)
  })

  test('for exactly the name that is known', async ({ assert }) => {
    const { host } = await activeDomain(acme, someHost(), world)
    for (const name of [
      `www.${host}`,
      host.slice(host.indexOf('.') + 1),
      `${host}.`,
      host.toUpperCase(),
      ` ${host}`,
      `${host}:443`,
      `*.${host.slice(host.indexOf('.') + 1)}`,
      `${host}\0`,
      `${host}/`,
      `user@${host}`,
      `%`,
      '',
      'x'.repeat(5000),
    ])
      assert.notEqual(await status(name), 200, JSON.stringify(name.slice(0, 60)))
    for (const query of [
      '',
      '?',
      `?Domain=${host}`,
      `?domain[]=${host}`,
      `?domain=${host}&domain=${host}`,
    ])
      assert.notEqual((await answer(query)).status, 200, query)
  })

  test('not asked for by strangers: what came through a proxy finds nothing here', async ({
    assert,
  }) => {
    const { host } = await activeDomain(acme, someHost(), world)
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
    ] as Record<string, string>[]) {
      const told = await answer(`?domain=${host}`, headers)
      assert.deepEqual([told.status, told.text], [404, 'Not found\n'])
      for (const path of ['/internal/health', '/internal/ready'])
        assert.equal((await ask({ path, headers: { host: 'x', ...headers } })).status, 404)
    }
  })

  test('without asking the database each time, also for names that do not exist', async ({
    assert,
  }) => {
    const { host } = await activeDomain(acme, someHost(), world)
    const nobody = someHost()
    await Promise.all([status(host), status(nobody)])
    let asked = 0
    const query = Domain.query
    Domain.query = function (...args: Parameters<typeof query>) {
      asked += 1
      return query.apply(Domain, args)
    } as typeof query
    try {
      for (let time = 0; time < 20; time++) {
        assert.equal(await status(host), 200)
        assert.equal(await status(nobody), 404)
      }
      assert.equal(asked, 0)
    } finally {
      Domain.query = query
    }
  })

  test('never while the database is away', async ({ assert }) => {
    const { host } = await activeDomain(acme, someHost(), world)
    tenantResolver.forgetHere()
    const query = Domain.query
    Domain.query = () => {
      throw new Error('Connection terminated unexpectedly')
    }
    try {
      assert.isAtLeast(await status(host), 500)
    } finally {
      Domain.query = query
    }
    assert.equal(await status(host), 200)
  })
})

test.group('Front door | several processes', (group) => {
  let world: DnsWorld
  let acme: Tenant
  let web: WebProcess

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    web = await WebProcess.start({ NODE_ENV: 'test' })
    return async () => {
      nameServers.use()
      await web.stop()
      await world.close()
    }
  })

  const there = async (host: string) =>
    (await ask({ origin: web.origin, path: '/login', headers: { host } })).status

  test('each learns immediately of a new host and of a removed one', async ({ assert }) => {
    const host = someHost()
    assert.equal(await there(host), 404)
    const domain = await activeDomain(acme, host, world)
    const soon = async (status: number) => {
      // far less than the age that an answer may reach
      const deadline = performance.now() + 3_000
      while (performance.now() < deadline) if ((await there(host)) === status) return true
      return false
    }
    assert.isTrue(await soon(200))
    await DomainRegister.remove(domain, SYSTEM)
    assert.isTrue(await soon(404))
  })
})
