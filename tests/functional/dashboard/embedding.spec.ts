import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import type { Environment } from '#app/foundation/environment'
import { EmbedOrigins } from '#app/signing/embedding/embed_origins'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

const PAGE = '/settings/embedding'
const ORIGIN = 'https://app.customer.example'

test.group('Dashboard | embedding', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
  })

  const origins = (environment: Environment, { ref } = acme) =>
    CurrentTenant.run({ tenant: ref, environment }, async () => {
      const [rows] = await CurrentTenant.batch([EmbedOrigins.reading()])
      return rows.map(({ origin }) => origin)
    })
  const told = () =>
    inLive(acme, async () =>
      (await SecurityTrail.read())
        .filter(({ action }) => action.startsWith('embedding.'))
        .map(({ action, body }) => [action, body.details.origin, body.details.environment])
    )

  for (const [environment, base] of [
    ['live', ''],
    ['test', '/test'],
  ] as const)
    test(`allows an origin and removes it again, in ${environment} alone`, async ({ assert }) => {
      assert.include((await olga.get(`${base}${PAGE}`)).text, 'No origins yet')
      const { status } = await olga.post(`${base}${PAGE}`, { origin: `${ORIGIN}/` })
      assert.equal(status, 303)
      assert.include((await olga.get(`${base}${PAGE}`)).text, ORIGIN)
      const other = environment === 'live' ? 'test' : 'live'
      assert.deepEqual([await origins(environment), await origins(other)], [[ORIGIN], []])
      await olga.post(`${base}${PAGE}`, { origin: ORIGIN }) // once more changes nothing
      await olga.post(`${base}${PAGE}/remove`, { origin: ORIGIN })
      await olga.post(`${base}${PAGE}/remove`, { origin: ORIGIN })
      assert.deepEqual(await origins(environment), [])
      assert.deepEqual(await told(), [
        ['embedding.origin_removed', ORIGIN, environment],
        ['embedding.origin_allowed', ORIGIN, environment],
      ])
      const trail = await olga.get('/settings/security')
      assert.include(trail.text, 'Allowed an origin to embed signing pages')
    })

  test('says what is no origin, and keeps what was typed', async ({ assert }) => {
    for (const odd of [
      'app.customer.example',
      'https://app.customer.example/page',
      'https://*.customer.example',
      'http://app.customer.example',
      "https://a.example; script-src 'unsafe-inline'",
      'javascript:alert(1)',
      'null',
      '',
    ]) {
      const { status, text } = await olga.post(PAGE, { origin: odd })
      assert.equal(status, 422, odd)
      assert.include(text, 'Enter an origin such as https://app.example')
      assert.include(text, 'aria-invalid="true"')
    }
    assert.deepEqual(await origins('live'), [])
  })

  test('is for owners, admins and developers', async ({ assert }) => {
    for (const [role, status] of [
      ['developer', 303],
      ['member', 403],
      ['viewer', 403],
    ] as const) {
      const visitor = await Visitor.as(acme, role)
      const origin = `https://${role}.example`
      assert.equal((await visitor.post(PAGE, { origin })).status, status, role)
      if (status === 403) assert.equal((await visitor.get(PAGE)).status, 403)
    }
    assert.deepEqual(await origins('live'), ['https://developer.example'])
  })

  test('belongs to one tenant', async ({ assert }) => {
    const other = await makeTenant()
    const theirs = await Visitor.as(other)
    await olga.post(PAGE, { origin: ORIGIN })
    await theirs.post(`${PAGE}/remove`, { origin: ORIGIN })
    assert.notInclude((await theirs.get(PAGE)).text, ORIGIN)
    assert.deepEqual([await origins('live'), await origins('live', other)], [[ORIGIN], []])
  })

  test('gives the elements to pages of anybody', async ({ assert }) => {
    const { status, headers, text } = await ask({
      path: '/embed.js',
      headers: { host: hostOfTenant(acme) },
    })
    assert.equal(status, 200)
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
    assert.match(String(headers['content-type']), /^text\/javascript/)
    assert.include(text, "customElements.define('signing-frame'")
    assert.include(text, "customElements.define('editing-frame'")
    assert.isBelow(text.length, 5_000)
    assert.notMatch(text, /countersign/i)
  })
})
