import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import env from '#start/env'
import { ApiClient, ask, hostOfTenant } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import {
  enrolledOperator,
  OperatorVisitor,
  OPERATOR_PASSWORD,
} from '#tests/support/operator_visitor'

const PLATFORM = env.get('PLATFORM_DOMAIN')
const PAGES = [
  '/',
  '/tenants',
  '/stuck',
  '/reports',
  '/operators',
  '/trail',
  '/settings',
  '/plans',
  '/health',
  '/incidents',
]

test.group('Platform | isolation', (group) => {
  let acme: Tenant
  let pat: OperatorVisitor
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Canary' })
    pat = await OperatorVisitor.as('admin')
  })

  test('a tenant’s session is nobody at the platform, under either name', async ({ assert }) => {
    const owner = await Visitor.as(acme)
    const token = owner.cookies.get('session') ?? ''
    const thief = new OperatorVisitor()
    thief.cookies.set('session', token)
    thief.cookies.set('operator', token)
    for (const path of PAGES) {
      const { status, headers } = await thief.get(path)
      assert.equal(status, 303, path)
      assert.equal(headers.location, '/login', path)
    }
    const answer = await thief.post(`/tenants/${acme.id}/suspend`, { reason: 'Mine' })
    assert.equal(answer.headers.location, '/login')
    assert.equal((await acme.refresh()).status, 'ready')
  })

  test('a tenant’s key is nobody at the platform', async ({ assert }) => {
    const client = (await ApiClient.of(acme, 'live')).at(PLATFORM)
    for (const path of PAGES)
      assert.equal((await client.get(path)).headers.location, '/login', path)
    for (const path of ['/api/v1/documents', '/api/documents', '/api/v1/nothing'])
      assert.equal((await client.get(path)).status, 404, path)
    assert.equal((await client.post('/api/v1/webhooks', { url: 'https://a.test' })).status, 404)
  })

  test('an operator’s session is nobody at a tenant, under either name', async ({ assert }) => {
    const token = pat.cookies.get('operator') ?? ''
    const guest = new Visitor(acme)
    guest.cookies.set('operator', token)
    guest.cookies.set('session', token)
    for (const path of ['/documents', '/settings/keys', '/test/documents', '/settings/security'])
      assert.match(String((await guest.get(path)).headers.location), /^\/login/, path)
    const key = await ask({
      path: '/api/v1/documents',
      headers: { host: hostOfTenant(acme), authorization: `Bearer ${token}` },
    })
    assert.equal(key.status, 401)
  })

  test('passwords of one are none of the other', async ({ assert }) => {
    const owner = await withPassword(acme, await ownerOf(acme))
    const operator = await enrolledOperator()
    const here = { email: owner.email, password: PASSWORD }
    assert.equal((await new OperatorVisitor().post('/login', here)).status, 422)
    const there = { email: operator.email, password: OPERATOR_PASSWORD }
    assert.equal((await new Visitor(acme).post('/login', there)).status, 422)
  })

  test('the console’s pages are not there on a tenant’s host, even for an operator', async ({
    assert,
  }) => {
    const astray = new OperatorVisitor(pat.operator, hostOfTenant(acme))
    astray.cookies = new Map(pat.cookies)
    for (const path of ['/stuck', '/reports', '/operators', '/trail', '/plans', '/enrol']) {
      const { status, text } = await astray.get(path)
      assert.equal(status, 404, path)
      assert.notInclude(text, 'Countersign', path)
    }
  })

  test('a host that a proxy names does not lead there either', async ({ assert }) => {
    for (const host of [hostOfTenant(acme), 'nobody.test']) {
      const { status } = await pat.ask({
        path: '/operators',
        headers: { host, 'x-forwarded-host': PLATFORM, 'x-forwarded-for': '127.0.0.1' },
      })
      assert.equal(status, 404)
    }
  })

  test('a tenant’s pages are not there on the platform’s host', async ({ assert }) => {
    const owner = await Visitor.as(acme)
    const astray = new Visitor(acme, owner.user, PLATFORM)
    astray.cookies = new Map(owner.cookies)
    for (const path of [
      '/documents',
      '/test/documents',
      '/settings/keys',
      '/mailbox',
      '/sign/tok_x',
    ])
      assert.equal((await astray.get(path)).status, 404, path)
  })

  test('an operator sees nothing of a tenant’s documents or people without a support session', async ({
    assert,
  }) => {
    const document = await inLive(acme, () => makeDocument({ title: 'Secret merger' }))
    const owner = await ownerOf(acme)
    const pages = [...PAGES, `/tenants/${acme.id}`]
    for (const path of [...pages, `/tenants/${acme.id}/support`, `/tenants?q=${acme.slug}`]) {
      const { status, text } = await pat.get(path)
      assert.equal(status, 200, path)
      for (const secret of [
        'Secret merger',
        owner.email,
        'ana@example.test',
        document.trackingSha256,
      ])
        assert.notInclude(text, secret, path)
    }
  })

  test('what another site sends changes nothing', async ({ assert }) => {
    for (const site of ['cross-site', 'same-site', 'none?']) {
      const answer = await pat.post(
        `/tenants/${acme.id}/suspend`,
        { reason: 'Forged' },
        { 'sec-fetch-site': site }
      )
      assert.equal(answer.status, 403, site)
    }
    const old = await pat.ask({
      method: 'POST',
      path: `/tenants/${acme.id}/suspend`,
      body: 'reason=Forged',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'origin': `http://${hostOfTenant(acme)}`,
      },
    })
    assert.equal(old.status, 403)
    assert.equal((await acme.refresh()).status, 'ready')
  })

  test('health is asked by address there too, and assets are served', async ({ assert }) => {
    const health = await ask({ path: '/internal/health', headers: { host: PLATFORM } })
    assert.equal(health.status, 200)
    const { text } = await new OperatorVisitor().get('/login')
    const [, sheet] = /href="(\/assets\/[^"]+app\.css)"/.exec(text) ?? []
    assert.equal((await ask({ path: sheet, headers: { host: PLATFORM } })).status, 200)
  })
})
