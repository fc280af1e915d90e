import { test } from '@japa/runner'
import type Connection from '#app/single_sign_on/connection'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { forgetAttempts } from '#tests/support/forgotten_attempts'
import { TestIdentityProvider, type ResponseTerms } from '#tests/support/identity_provider'
import { connected, responseOf, SsoVisitor } from '#tests/support/single_sign_on'

/** What RelayState may hold, and where it leads. */
const RELAY_STATES: Record<string, string> = {
  'https://evil.example/': '/documents',
  '//evil.example': '/documents',
  '/\\evil.example': '/documents',
  '\\\\evil.example': '/documents',
  '/%2f%2fevil.example': '/documents',
  '%2f%2fevil.example': '/documents',
  '/documents/../..//evil.example': '/documents',
  '/documents\r\nLocation: https://evil.example': '/documents',
  'javascript:alert(1)': '/documents',
  'data:text/html,<script>': '/documents',
  '/documents?q=\u0000': '/documents?q=',
  '/documents?q=Łódź': '/documents?q=%C5%81%C3%B3d%C5%BA',
  '/documents@evil.example': '/documents',
  '/documents?status=draft#//evil.example': '/documents?status=draft',
  '/logout': '/documents',
  '/api/v1/documents': '/documents',
  ['x'.repeat(10_000)]: '/documents',
  [`/documents?q=${'x'.repeat(10_000)}`]: '/documents',
  '': '/documents',
}

let acme: Tenant
let provider: TestIdentityProvider
let connection: Connection

test.group('Single sign-on | odd responses', (group) => {
  group.setup(async () => {
    acme = await makeTenant()
    provider = await TestIdentityProvider.make()
    const terms = { allowsUnsolicited: true, makesMembers: true }
    connection = await connected(acme, provider, terms, ['corp.example'])
  })
  group.each.setup(forgetAttempts)

  test('of people with odd names let them in', async ({ assert }) => {
    const half = (length: number) => `${'a'.repeat(length - 1)}😀`
    const people: Partial<ResponseTerms>[] = [
      { attributes: { displayName: [half(200)] } },
      { attributes: { displayName: [half(300)], [half(300)]: [half(500)] } },
      { nameId: half(200), attributes: { email: ['cut@corp.example'] } },
      { nameId: '漢'.repeat(512), attributes: { email: ['long@corp.example'] } },
      { attributes: { displayName: ['\u0085\u202E'] } },
      { sessionIndex: half(5_000) },
      { notOnOrAfter: '9999-12-31T23:59:59.9999999Z' },
      { sessionUntil: '9999-12-31T23:59:59.9999999Z' },
      {
        attributes: {
          __proto__: ['x'],
          constructor: ['y'],
          displayName: ['&lt;b&gt;&amp;'],
        },
      },
    ]
    for (const [index, terms] of people.entries()) {
      const visitor = new SsoVisitor(acme)
      const nameId = `person${index}@corp.example`
      const answer = await visitor.logIn(provider, connection, { nameId, ...terms })
      assert.equal(answer.status, 303, JSON.stringify(terms).slice(0, 60))
      assert.isTrue(await visitor.isKnown(), JSON.stringify(terms).slice(0, 60))
    }
  })

  test('lead to a page of the tenant’s own, whatever RelayState says', async ({ assert }) => {
    const nameId = 'ann@corp.example'
    for (const [relayState, place] of Object.entries(RELAY_STATES)) {
      const visitor = new SsoVisitor(acme)
      const answer = await visitor.bring(responseOf(provider, connection, { nameId }), relayState)
      const where = String((await visitor.complete(answer)).headers.location)
      assert.equal(where, place, relayState.slice(0, 60))
      const asked = new SsoVisitor(acme)
      const inResponseTo = await asked.begin('/settings/keys')
      const own = responseOf(provider, connection, { nameId, inResponseTo })
      const next = await asked.complete(await asked.bring(own, relayState))
      assert.equal(next.headers.location, '/settings/keys')
    }
  })

  test('are answered by a page in whatever form they come', async ({ assert }) => {
    const message = responseOf(provider, connection, { nameId: 'ann@corp.example' })
    const headers = { host: hostOfTenant(acme) }
    const path = '/sso/saml/acs'
    const form = 'application/x-www-form-urlencoded'
    const body = `SAMLResponse=${encodeURIComponent(message)}`
    const orders = [
      { path: `${path}?${body}` },
      {
        path,
        method: 'POST' as const,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ SAMLResponse: message }),
      },
      { path, method: 'POST' as const, headers: { 'content-type': 'text/xml' }, body: message },
      {
        path,
        method: 'POST' as const,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: `--x\r\ncontent-disposition: form-data; name="SAMLResponse"\r\n\r\n${message}\r\n--x--`,
      },
      { path, method: 'POST' as const, headers: { 'content-type': form }, body: `${body}&${body}` },
      {
        path,
        method: 'POST' as const,
        headers: { 'content-type': form },
        body: 'SAMLResponse=%E0%A4%A&RelayState=%00',
      },
      {
        path,
        method: 'POST' as const,
        headers: { 'content-type': form },
        body: `SAMLResponse=${'A'.repeat(600_000)}`,
      },
      { path, method: 'POST' as const, headers: { 'content-type': form }, body: '' },
      { path: '/sso/saml/login?next=//evil.example' },
      { path: '/sso/saml/login?next[]=x' },
    ]
    for (const order of orders) {
      const { status, headers: sent } = await ask({
        ...order,
        headers: { ...headers, ...order.headers },
      })
      assert.isBelow(status, 500, order.path)
      assert.notMatch(String(sent['set-cookie']), /session=/, order.path)
    }
  })
})
