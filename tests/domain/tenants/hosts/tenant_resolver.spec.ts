import { test } from '@japa/runner'
import { nameServers } from '#app/tenants/hosts/name_server'
import { onInvalidation, publishInvalidation } from '#app/tenants/hosts/cache_invalidation'
import Domain from '#app/tenants/domains/domain'
import { platformHost } from '#app/tenants/hosts/public_address'
import type Tenant from '#app/tenants/tenant'
import { TenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { makeTenant } from '#tests/factories/tenant_factory'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, claimDomain, look, writeRecords } from '#tests/support/domain_hand'
import { until } from '#tests/support/until'

let serial = 0
const someHost = () => `sign.r${(serial += 1)}${Date.now().toString(36)}.com`

test.group('Tenant resolver', (group) => {
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

  /** The next questions about hosts wait until they are let go. */
  const hold = () => {
    const query = Domain.query
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    let asked = 0
    Domain.query = function (...args: Parameters<typeof query>) {
      asked += 1
      const made = query.apply(Domain, args)
      const first = made.first.bind(made)
      made.first = async () => {
        const answer = await first()
        await gate
        return answer
      }
      return made
    } as typeof query
    return { release, count: () => asked, restore: () => void (Domain.query = query) }
  }

  test('does not remember what it read before a change', async ({ assert }) => {
    const resolver = new TenantResolver()
    const domain = await claimDomain(acme, someHost())
    await writeRecords(domain, world)
    const held = hold()
    const early = resolver.byHost(domain.host, 'app')
    await until(() => held.count() > 0)
    held.restore()
    await look(domain)
    resolver.forgetHere()
    held.release()
    assert.isNull(await early)
    assert.equal((await resolver.byHost(domain.host, 'app'))?.id, acme.id)
  })

  test('asks once, however many wait for the answer', async ({ assert }) => {
    const resolver = new TenantResolver()
    const { host } = await activeDomain(acme, someHost(), world)
    const held = hold()
    const asked = Array.from({ length: 50 }, () => resolver.byHost(host, 'signing'))
    await until(() => held.count() > 0)
    held.release()
    const found = await Promise.all(asked)
    held.restore()
    assert.equal(held.count(), 1)
    assert.deepEqual(new Set(found.map((tenant) => tenant?.id)), new Set([acme.id]))
  })

  test('knows a host exactly as it is written', async ({ assert }) => {
    const resolver = new TenantResolver()
    const { host } = await activeDomain(acme, someHost(), world)
    for (const name of [
      `${host}.`,
      host.toUpperCase(),
      `x.${host}`,
      host.slice(1),
      '',
      '.',
      `.${host}`,
    ])
      assert.isNull(await resolver.byHost(name, 'app'), name)
    const own = platformHost(acme.slug)
    for (const name of [`x.${own}`, `${own}.`, acme.slug])
      assert.isNull(await resolver.byHost(name, 'app'), name)
  })

  test('learns what other processes have changed, and forgets everything when it may have missed something', async ({
    assert,
  }) => {
    let forgotten = 0
    const stop = onInvalidation(() => (forgotten += 1))
    try {
      await until(() => forgotten === 1)
      // it may not be listening yet, and a message that nobody hears is lost
      await until(() => {
        publishInvalidation()
        return forgotten > 1
      })
    } finally {
      stop()
    }
    const before = forgotten
    publishInvalidation()
    assert.equal(forgotten, before)
  })
})
