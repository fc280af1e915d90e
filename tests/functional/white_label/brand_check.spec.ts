import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import { randomBase62 } from '#app/foundation/opaque_token'
import BrandCheck from '#app/cli/brand_check'
import { nameServers } from '#app/tenants/hosts/name_server'
import { makeTenant } from '#tests/factories/tenant_factory'
import { DnsWorld } from '#tests/support/dns_world'
import { makeWhiteLabel, OWN } from '#tests/support/white_label_tenant'

interface Told {
  exhibits: string[]
  traces: { where: string; whose: string; kind: string; text: string }[]
}

/** The command as an operator runs it, and what it prints. */
async function check(slug: string): Promise<{ exitCode?: number; told: Told | null }> {
  ace.ui.switchMode('raw')
  try {
    const command = await ace.create(BrandCheck, [slug, '--json'])
    await command.exec()
    const line = command.logger.getLogs().find(({ message }) => message.startsWith('{'))
    return { exitCode: command.exitCode, told: line ? (JSON.parse(line.message) as Told) : null }
  } finally {
    ace.ui.switchMode('normal')
  }
}

test.group('brand:check', (group) => {
  let world: DnsWorld
  group.setup(async () => {
    world = await DnsWorld.open()
    return async () => {
      nameServers.use()
      await world.close()
    }
  })

  test('finds nobody else where a tenant has brand, host and sender of its own', async ({
    assert,
  }) => {
    const { tenant } = await makeWhiteLabel(world, `larkspur-${randomBase62(8).toLowerCase()}.com`)
    const { exitCode, told } = await check(tenant.slug)
    assert.deepEqual(told?.traces, [])
    assert.equal(exitCode, 0)
    assert.isTrue(told?.exhibits.some((name) => name.includes(`${OWN.name} Ltd document seal`)))
  })

  test('names each place where the platform still shows, and fails', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const { exitCode, told } = await check(tenant.slug)
    assert.equal(exitCode, 1)
    const where = told!.traces.map((trace) => `${trace.kind} in ${trace.where}`)
    assert.includeMembers(where, ['host in links', 'host in mail: From, Message-ID'])
    const ofThePlatform = told!.traces.filter(({ text }) => /countersign/i.test(text))
    assert.isEmpty(ofThePlatform.filter(({ kind }) => kind === 'name'))
  })

  test('fails for a tenant that there is not', async ({ assert }) => {
    assert.deepEqual(await check('nobody'), { exitCode: 1, told: null })
  })
})
