import { test } from '@japa/runner'
import { checkHosts } from '#app/monitoring/doctor/host_checks'
import { nameServers } from '#app/tenants/hosts/name_server'
import { makeTenant } from '#tests/factories/tenant_factory'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, look } from '#tests/support/domain_hand'
import { setSetting } from '#tests/support/setting'

test.group('doctor | hosts of tenants whose records lead to another target', () => {
  test('are named with that target, also once they count as lost', async ({ assert, cleanup }) => {
    const world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    cleanup(async () => {
      nameServers.use()
      await world.close()
    })
    const stamp = `t${Date.now().toString(36)}.com`
    const before = `edge.${stamp}`
    const putBack = setSetting('TARGET_DOMAIN', before)
    const acme = await makeTenant({ plan: 'enterprise' })
    const domain = await activeDomain(acme, `sign.o${stamp}`, world).finally(putBack)
    const isSaid = async () => {
      const said = `1 host of a tenant has records that lead to ${before}, `
      return (await checkHosts()).some(({ says }) => says.startsWith(said))
    }
    assert.isTrue(await isSaid())
    assert.equal((await look(domain))!.status, 'failing')
    assert.isTrue(await isSaid())
    const [found] = (await domain.refresh()).findings!.records.slice(-1)
    const [label] = found.value.split('.')
    world.write(domain.host, { CNAME: `${label}x.somewhere.example` })
    await look(domain)
    assert.isFalse(await isSaid())
    assert.isFalse((await checkHosts()).some(({ says }) => says.includes('somewhere.example')))
  })
})
