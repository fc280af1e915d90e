import { test } from '@japa/runner'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { OutdatedHosts } from '#app/tenants/hosts/outdated_hosts'
import type Tenant from '#app/tenants/tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { makeTenant } from '#tests/factories/tenant_factory'
import { nameServers } from '#app/tenants/hosts/name_server'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, claimDomain } from '#tests/support/domain_hand'

const hostOf = async (tenant: Tenant) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
    const { host, signingHost, apiHost } = await TenantEntitlements.current()
    return [host, signingHost, apiHost]
  })

const remember = (tenant: Tenant, column: string, host: string) =>
  Cell.named(tenant.cell).as('migrator', (client) =>
    client.query(`update ${schemaNames(tenant.id).account}.standing set ${column} = $1`, [host])
  )

test.group('Hosts that links of tenants are made of', () => {
  test('are written anew where another domain of the platform is in them, and left elsewhere', async ({
    assert,
    cleanup,
  }) => {
    const [acme, other] = [await makeTenant({ plan: 'enterprise' }), await makeTenant()]
    const world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    cleanup(async () => {
      nameServers.use()
      await world.close()
    })
    const own = (await activeDomain(acme, `sign.o${Date.now().toString(36)}.com`, world)).host
    const right = await hostOf(other)
    await OutdatedHosts.renew()
    assert.deepEqual(await OutdatedHosts.find(), [])
    assert.include(await hostOf(acme), own)

    const before = `b${Date.now().toString(36)}.com`
    const host = `${other.slug}.${before}`
    await remember(other, 'signing_host', host)
    // of tenants that have proved nothing
    await claimDomain(acme, host)
    await claimDomain(acme, before, { kind: 'base' })
    const found = await OutdatedHosts.find()
    assert.deepEqual(found, [{ tenantId: other.id, slug: other.slug, host }])
    assert.equal(await OutdatedHosts.renew(), 1)
    assert.deepEqual(await hostOf(other), right)
    assert.deepEqual(await OutdatedHosts.find(), [])
  })
})
