import { test } from '@japa/runner'
import env from '#start/env'
import { SecurityTrail } from '#app/audit/security_trail'
import { Suppression } from '#app/documents/signers/suppression'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { nameServers } from '#app/tenants/hosts/name_server'
import Sender from '#app/sending/sender'
import { senderRecords } from '#app/sending/sender_records'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { SmtpHost } from '#tests/support/smtp_host'

const HOME = '/settings/sender'

test.group('Dashboard | sender', (group) => {
  let tenant: Tenant
  let owner: Visitor
  let world: DnsWorld

  group.each.setup(async () => {
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    tenant = await makeTenant({ plan: 'enterprise', name: 'Acme Estates' })
    owner = await Visitor.as(tenant)
    return async () => {
      nameServers.use()
      await world.close()
    }
  })

  const sender = (of = tenant) => inLive(of, () => Sender.current())
  const claims = (values = {}) =>
    owner.post(`${HOME}/domain`, { domain: 'acme.com', localPart: 'sign', ...values })
  const publishes = async () => {
    for (const { name, type, value } of senderRecords(await sender()))
      world.write(name, type === 'TXT' ? { TXT: [value] } : { CNAME: value })
  }

  test('shows the three ways, and what each would be', async ({ assert }) => {
    const { status, text } = await owner.get(HOME)
    assert.equal(status, 200)
    for (const words of ['Our usual address', 'Your own domain', 'Your own mail server'])
      assert.include(text, words)
    assert.include(text, 'Rejected addresses')
  })

  test('is for owners and admins alone', async ({ assert }) => {
    for (const role of ['developer', 'member', 'viewer'] as const) {
      const visitor = await Visitor.as(tenant, role)
      for (const path of [HOME, `${HOME}/domain`, `${HOME}/server`, `${HOME}/domain/edit`])
        assert.equal((await visitor.get(path)).status, 403, `${role} ${path}`)
      for (const path of [
        HOME,
        `${HOME}/domain`,
        `${HOME}/domain/check`,
        `${HOME}/domain/rotate`,
        `${HOME}/domain/remove`,
        `${HOME}/server`,
        `${HOME}/server/test`,
        `${HOME}/server/remove`,
        `${HOME}/suppressions`,
      ])
        assert.equal((await visitor.post(path)).status, 403, `${role} ${path}`)
    }
    const admin = await Visitor.as(tenant, 'admin')
    assert.equal((await admin.get(HOME)).status, 200)
    assert.equal((await sender()).way, 'platform')
  })

  test('leads from a domain to its records, and from its records to a verified sender', async ({
    assert,
  }) => {
    const claimed = await claims()
    assert.equal(claimed.status, 303)
    const waiting = await owner.followed(claimed)
    const { activeKey } = await sender()
    assert.include(waiting.text, activeKey!.recordName)
    assert.include(waiting.text, activeKey!.recordValue)
    assert.include(waiting.text, 'Waiting for records')
    await publishes()
    const checked = await owner.followed(await owner.post(`${HOME}/domain/check`))
    assert.include(checked.text, 'Verified')
    assert.include(checked.text, '_dmarc.acme.com')
    assert.include((await owner.get(HOME)).text, 'sign@acme.com')
  })

  test('keeps what was typed where a domain is refused, and says why at the field', async ({
    assert,
  }) => {
    const { status, text } = await claims({ domain: 'not a domain' })
    assert.equal(status, 422)
    assert.include(text, 'value="not a domain"')
    assert.include(text, 'field-error')
    const named = await claims({ localPart: 'two words' })
    assert.equal(named.status, 422)
    assert.include(named.text, 'two words')
    assert.isNull((await sender()).domain)
  })

  test('replaces a key once the next can be found, and says what is missing before', async ({
    assert,
  }) => {
    await claims()
    const refused = await owner.followed(await owner.post(`${HOME}/domain/rotate`))
    assert.include(refused.text, 'receivers cannot find it yet')
    const { standbyKey } = await sender()
    await publishes()
    const done = await owner.followed(await owner.post(`${HOME}/domain/rotate`))
    assert.include(done.text, 'The second key signs from now on')
    assert.equal((await sender()).activeKey!.selector, standbyKey!.selector)
  })

  test('keeps a password that no page ever shows again', async ({ assert, cleanup }) => {
    const host = await SmtpHost.open()
    cleanup(() => host.close())
    const values = {
      address: 'sign@acme.com',
      host: '127.0.0.1',
      port: String(host.port),
      security: 'none',
      username: 'acme',
      password: 'correct-horse-battery',
    }
    const saved = await owner.followed(await owner.post(`${HOME}/server`, values))
    const refused = await owner.post(`${HOME}/server`, { ...values, port: 'x' })
    assert.equal(refused.status, 422)
    for (const { text } of [
      saved,
      refused,
      await owner.get(HOME),
      await owner.get(`${HOME}/server`),
    ])
      assert.notInclude(text, 'correct-horse-battery')
    const entries = await inLive(tenant, () => SecurityTrail.read())
    assert.equal(entries[0].action, 'sender.server_saved')
    assert.notInclude(JSON.stringify(entries), 'correct-horse-battery')
  })

  test('sends a test email to the person who asks, and shows what the server says', async ({
    assert,
    cleanup,
  }) => {
    const host = await SmtpHost.open()
    cleanup(() => host.close())
    const values = {
      address: 'sign@acme.com',
      host: '127.0.0.1',
      port: String(host.port),
      security: 'none',
      username: '',
      password: '',
    }
    await owner.post(`${HOME}/server`, values)
    const taken = await owner.post(`${HOME}/server/test`)
    assert.equal(taken.status, 200)
    assert.include(taken.text, 'accepted an email')
    assert.lengthOf(host.to(owner.user!.email), 1)
    host.behaves({
      atSender: () => ({ responseCode: 553, message: '5.7.1 <b>Not</b> your address' }),
    })
    const refused = await owner.post(`${HOME}/server/test`)
    assert.equal(refused.status, 422)
    assert.include(refused.text, '553 5.7.1 &lt;b&gt;Not&lt;/b&gt; your address')
    await host.close()
    assert.include((await owner.post(`${HOME}/server/test`)).text, 'The connection failed')
  })

  test('refuses what is no server, at the field', async ({ assert }) => {
    const { status, text } = await owner.post(`${HOME}/server`, {
      address: 'nobody',
      host: 'http://x/',
      port: '99999',
      security: 'odd',
    })
    assert.equal(status, 422)
    assert.equal(text.split('class="field-error"').length - 1, 3)
    assert.isFalse((await sender()).hasServer)
  })

  test('lists addresses that refuse mail, and lets them be mailed again', async ({ assert }) => {
    await inLive(tenant, () =>
      unit(() => CurrentTenant.batch([Suppression.of('Gone@example.test', '550 5.1.1', 'mai_x')]))
    )
    const { text } = await owner.get(HOME)
    assert.include(text, 'gone@example.test')
    assert.include(text, '550 5.1.1')
    const stranger = await Visitor.as(await makeTenant({ plan: 'enterprise' }))
    await stranger.post(`${HOME}/suppressions`, { address: 'gone@example.test' })
    assert.include((await owner.get(HOME)).text, 'gone@example.test')
    await owner.post(`${HOME}/suppressions`, { address: 'gone@example.test' })
    assert.notInclude((await owner.get(HOME)).text, 'gone@example.test')
    await owner.post(`${HOME}/suppressions`, { address: 'gone@example.test' })
    const entries = await inLive(tenant, () => SecurityTrail.read())
    assert.lengthOf(
      entries.filter(({ action }) => action === 'sender.suppression_lifted'),
      1
    )
  })

  test('on a plan without it says so, and takes nothing', async ({ assert }) => {
    const small = await makeTenant({ plan: 'pro' })
    const visitor = await Visitor.as(small)
    assert.include((await visitor.get(HOME)).text, 'Not in your plan')
    assert.equal((await visitor.get(`${HOME}/domain/edit`)).status, 403)
    const claim = { domain: 'acme.com', localPart: 'sign' }
    assert.equal((await visitor.post(`${HOME}/domain`, claim)).status, 403)
    const server = { address: 'a@b.com', host: 'x.com', port: '587', security: 'tls' }
    assert.equal((await visitor.post(`${HOME}/server`, server)).status, 403)
    assert.deepInclude(await sender(small).then(({ $attributes }) => $attributes), {
      domain: null,
      serverHost: null,
      way: 'platform',
    })
  })

  test('of a reseller’s tenant names the reseller’s sender, not the platform’s', async ({
    assert,
  }) => {
    await claims()
    await publishes()
    await owner.post(`${HOME}/domain/check`)
    const child = await makeTenant({ plan: 'free', name: 'Child' })
    await child.merge({ parentId: tenant.id }).save()
    await EntitlementsProjection.apply(child.id)
    const { text } = await (await Visitor.as(child)).get(HOME)
    assert.include(text, 'sign@acme.com')
    assert.notInclude(text, env.get('MAIL_FROM'))
  })

  test('asks name servers only so often, however often the button is pressed', async ({
    assert,
  }) => {
    await claims()
    for (let press = 0; press < 30; press++) await owner.post(`${HOME}/domain/check`)
    const asked = world.asked.length
    const { text } = await owner.followed(await owner.post(`${HOME}/domain/check`))
    assert.include(text, 'You have just checked several times')
    assert.equal(world.asked.length, asked)
  })

  test('has nothing under the address of the sandbox', async ({ assert }) => {
    assert.equal((await owner.get(`/test${HOME}`)).status, 404)
  })
})
