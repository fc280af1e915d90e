import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test.group('Dashboard | forms of other sites', (group) => {
  let acme: Tenant
  let olga: Visitor
  let id: string

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
    const made = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      makeDocument()
    )
    id = made.id
  })

  const forge = (path: string, headers: Record<string, string>) =>
    olga.ask({
      method: 'POST',
      path,
      headers: { ...FORM, ...headers },
      body: 'reason=forged&name=forged',
    })

  const FOREIGN: [string, Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site', 'origin': 'https://evil.example' }],
    [
      'a neighbouring subdomain',
      { 'sec-fetch-site': 'same-site', 'origin': 'http://globex.localhost' },
    ],
    ['an old browser elsewhere', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['nobody knows where', {}],
    ['a host that only begins like ours', { origin: 'http://x.localhost.evil.example' }],
  ]

  test('nothing is done that comes from {0}')
    .with(FOREIGN)
    .run(async ({ assert }, [, headers]) => {
      for (const path of [
        `/documents/${id}/void`,
        `/documents/${id}/reminders`,
        '/documents',
        '/settings/keys',
        '/settings/webhooks',
        '/login',
        '/logout',
      ]) {
        const answer = await forge(path, headers)
        assert.equal(answer.status, 403, path)
        assert.include(answer.text, 'This came from another site')
      }
      const document = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
        Document.findOrFail(id)
      )
      assert.equal(document.status, 'pending')
      assert.equal((await olga.get('/documents')).status, 200)
    })

  test('an old browser on our own page is believed by its Origin', async ({ assert }) => {
    const answer = await forge(`/documents/${id}/reminders`, { origin: `http://${olga.host}` })
    assert.equal(answer.status, 303)
  })

  test('a link from elsewhere leads in, but nothing of ours can be embedded', async ({
    assert,
  }) => {
    const navigate = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    assert.equal((await olga.get(`/documents/${id}`, navigate)).status, 200)
    for (const [mode, dest] of [
      ['no-cors', 'image'],
      ['cors', 'empty'],
      ['navigate', 'iframe'],
      ['navigate', 'object'],
    ])
      for (const site of ['cross-site', 'same-site']) {
        const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
        assert.equal((await olga.get(`/documents/${id}/original`, headers)).status, 403)
      }
  })

  test('a page keeps to our own scripts, and no cache keeps it', async ({ assert }) => {
    const { headers } = await olga.get(`/documents/${id}`)
    const policy = String(headers['content-security-policy'])
    assert.include(policy, "default-src 'none'")
    assert.notInclude(policy, 'unsafe')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['referrer-policy'], 'same-origin')
    assert.equal(headers['cache-control'], 'no-store')
  })

  test('a sentence that nobody has signed is not said', async ({ assert }) => {
    olga.cookies.set(
      'flash',
      encodeURIComponent(JSON.stringify({ tone: 'danger', text: 'Call this number' }))
    )
    assert.notInclude((await olga.get('/documents')).text, 'Call this number')
    olga.cookies.delete('flash')
  })
})
