import { test } from '@japa/runner'
import testUtils from '@adonisjs/core/services/test_utils'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import ApiKey from '#app/identity/keys/api_key'
import { sessionOfToken } from '#app/identity/sessions/session_of_token'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { newDocument, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const LOGGED = `
  insert into api_requests (id, key_id, method, path, status, duration_ms, at) values ($1, $2, 'GET', $3, 200, 1, now())`

const ENVIRONMENTS = ['live', 'test'] as const

/** What the forms of keys ask for, so that nothing but the address can be the reason of a refusal. */
const INTENT = { 'name': 'Mine', 'scopes[]': 'documents:read', 'overlap': 'now' }

/** A tenant with something of everything on each of its sides. */
interface Side {
  tenant: Tenant
  owner: Visitor
  things: Record<Environment, Things>
}

interface Things {
  key: string
  document: string
  signer: string
  endpoint: string
  delivery: string
  mail: string
}

async function makeSide(name: string): Promise<Side> {
  const tenant = await makeTenant({ name, withSandbox: true })
  const owner = await Visitor.as(tenant)
  const things = { live: await makeThings(tenant, 'live'), test: await makeThings(tenant, 'test') }
  return { tenant, owner, things }
}

async function makeThings(tenant: Tenant, environment: Environment): Promise<Things> {
  const { document, endpoint } = await within(tenant, environment, async () => {
    const made = await Endpoint.register({
      url: 'https://example.test/hook',
      name: `Of ${tenant.slug}`,
    })
    return { endpoint: made.endpoint, document: await makeDocument({ title: `Of ${tenant.slug}` }) }
  })
  const { id: key } = await within(tenant, 'live', async () => {
    const createdBy = await User.query().firstOrFail()
    return (await ApiKey.issue({ environment, name: `Key of ${tenant.slug}`, createdBy })).key
  })
  const logged = { id: newId('req', environment), keyId: key, path: `/api/v1/${tenant.slug}` }
  await within(tenant, environment, () =>
    CurrentTenant.batch([{ text: LOGGED, values: Object.values(logged) }])
  )
  if (environment === 'test') await doWork(tenant, 'mail.invite', { environment })
  const [[delivery], [mail]] = await within(tenant, environment, () =>
    CurrentTenant.batch([
      { text: 'select id from webhook_deliveries limit 1' },
      { text: 'select id from mails limit 1' },
    ])
  )
  return {
    key,
    document: document.id,
    signer: document.signers[0].id,
    endpoint: endpoint.id,
    delivery: String(delivery?.id),
    mail: String(mail?.id ?? 'mai_01m7y3b4440afeee55e5w4v8jj'),
  }
}

function within<T>(tenant: Tenant, environment: Environment, work: () => T): T {
  return CurrentTenant.run({ tenant: tenant.ref, environment }, work)
}

/** Every address of the dashboard that names something. */
function addresses(base: string, of: Things): { get: string[]; post: string[] } {
  const document = `${base}/documents/${of.document}`
  const endpoint = `${base}/settings/webhooks/${of.endpoint}`
  const key = `${base}/settings/keys/${of.key}`
  return {
    get: [
      document,
      `${document}/original`,
      `${document}/download`,
      `${document}/void`,
      key,
      `${key}/edit`,
      `${key}/rotate`,
      `${key}/revoke`,
      endpoint,
      `${endpoint}/edit`,
      `${endpoint}/secret`,
      `${endpoint}/delete`,
      `${endpoint}/replays/new`,
      `${endpoint}/deliveries/${of.delivery}`,
      `${base}/mailbox/${of.mail}`,
      `${base}/mailbox/${of.mail}/content`,
    ],
    post: [
      `${document}/send`,
      `${document}/reminders`,
      `${document}/void`,
      `${document}/tracking-link`,
      `${document}/signers/${of.signer}/link`,
      key,
      `${key}/rotate`,
      `${key}/revoke`,
      `${endpoint}/test`,
      endpoint,
      `${endpoint}/enable`,
      `${endpoint}/pause`,
      `${endpoint}/secret`,
      `${endpoint}/secret/activate`,
      `${endpoint}/replays`,
      `${endpoint}/delete`,
      `${endpoint}/deliveries/${of.delivery}/replay`,
      `${endpoint}/deliveries/${of.delivery}/signature`,
    ],
  }
}

/** All that a tenant has on one side, as its own role sees it. */
async function rowsOf(tenant: Tenant, environment: Environment): Promise<string> {
  const tables = [
    'documents',
    'signers',
    'audit_entries',
    'events',
    'webhook_endpoints',
    'webhook_deliveries',
    'mails',
    'api_keys',
  ]
  const rows = await within(tenant, environment, () =>
    CurrentTenant.batch(tables.map((table) => ({ text: `select * from ${table} order by 1, 2` })))
  )
  return JSON.stringify(rows)
}

test.group('Dashboard | between tenants', (group) => {
  let acme: Side
  let globex: Side

  group.setup(async () => {
    const close = await testUtils.httpServer().start()
    acme = await makeSide('Acme')
    globex = await makeSide('Globex')
    return close
  })

  test('a session of one tenant is nobody’s under the host of another', async ({ assert }) => {
    const visitor = acme.owner.at(globex.tenant)
    for (const path of [
      '/documents',
      '/test/documents',
      '/settings/keys',
      `/documents/${globex.things.live.document}`,
    ]) {
      const answer = await visitor.get(path)
      assert.equal(answer.status, 303)
      assert.match(String(answer.headers.location), /^\/login/)
    }
    const post = await visitor.post('/settings/keys', { name: 'Mine', environment: 'live' })
    assert.match(String(post.headers.location), /^\/login/)
  })

  test('a password of one tenant opens nothing at another, even for a user with the same address', async ({
    assert,
  }) => {
    const user = await within(acme.tenant, 'live', () => User.query().firstOrFail())
    await withPassword(acme.tenant, user)
    const credentials = { email: user.email, password: PASSWORD }
    assert.equal((await new Visitor(acme.tenant).post('/login', credentials)).status, 303)
    assert.equal((await new Visitor(globex.tenant).post('/login', credentials)).status, 422)
  })

  test('a log-out under the wrong host ends no session', async ({ assert }) => {
    const { owner, tenant } = acme
    const token = owner.cookies.get('session') ?? ''
    await owner.at(globex.tenant).post('/logout')
    assert.exists(await within(tenant, 'live', () => sessionOfToken(token)))
  })

  for (const environment of ENVIRONMENTS)
    test(`nothing ${environment} of another tenant is there: not to see, not to change`, async ({
      assert,
    }) => {
      const before = await rowsOf(globex.tenant, environment)
      const base = environment === 'test' ? '/test' : ''
      const { get, post } = addresses(base, globex.things[environment])
      for (const path of get) {
        const answer = await acme.owner.get(path)
        assert.equal(answer.status, 404, path)
        assert.notInclude(answer.text, globex.tenant.slug)
      }
      for (const path of post) {
        const answer = await acme.owner.post(path, { ...INTENT, reason: 'Mine now' })
        assert.equal(answer.status, 404, path)
      }
      assert.equal(await rowsOf(globex.tenant, environment), before)
    })

  test('lists hold the tenant’s own alone', async ({ assert }) => {
    const pages = [
      '/documents',
      '/test/documents',
      '/settings/webhooks',
      '/test/settings/webhooks',
      '/settings/keys',
      '/test/settings/keys',
      `/settings/keys/${acme.things.live.key}`,
      `/test/settings/keys/${acme.things.test.key}`,
      '/test/mailbox',
      '/documents?q=of',
      '/test/documents?q=test',
    ]
    for (const path of pages) {
      const { status, text } = await acme.owner.get(path)
      assert.equal(status, 200)
      assert.notInclude(text, globex.tenant.slug, path)
      for (const id of [...Object.values(globex.things.live), ...Object.values(globex.things.test)])
        assert.notInclude(text, id, path)
    }
  })

  test('signers of another tenant’s document are reached through none of one’s own', async ({
    assert,
  }) => {
    const path = `/documents/${acme.things.live.document}/signers/${globex.things.live.signer}/link`
    assert.equal((await acme.owner.post(path)).status, 404)
    const delivery = `/settings/webhooks/${acme.things.live.endpoint}/deliveries/${globex.things.live.delivery}/replay`
    assert.equal((await acme.owner.post(delivery)).status, 404)
  })
})

test.group('Dashboard | between live and test', (group) => {
  let acme: Side

  group.setup(async () => {
    const close = await testUtils.httpServer().start()
    acme = await makeSide('Acme')
    return close
  })

  for (const [here, base, there] of [
    ['live', '', 'test'],
    ['test', '/test', 'live'],
  ] as const)
    test(`no ${here} address reaches what is ${there}`, async ({ assert }) => {
      const before = await rowsOf(acme.tenant, there)
      const { get, post } = addresses(base, acme.things[there])
      for (const path of get) assert.equal((await acme.owner.get(path)).status, 404, path)
      for (const path of post)
        assert.equal(
          (await acme.owner.post(path, { ...INTENT, reason: 'Reached' })).status,
          404,
          path
        )
      for (const path of ['/documents', '/settings/webhooks', '/settings/keys'])
        for (const id of Object.values(acme.things[there]))
          assert.notInclude((await acme.owner.get(`${base}${path}`)).text, id)
      assert.equal(await rowsOf(acme.tenant, there), before)
    })

  test('what is made on one side is not on the other', async ({ assert }) => {
    const before = await rowsOf(acme.tenant, 'live')
    await acme.owner.upload('/test/documents', await newDocument())
    await acme.owner.post('/test/settings/webhooks', {
      'url': 'https://example.test/',
      'events[]': '*',
    })
    assert.equal(await rowsOf(acme.tenant, 'live'), before)
  })

  test('a key of one side shows what was asked with it, and nothing of the other’s', async ({
    assert,
  }) => {
    for (const environment of ENVIRONMENTS) {
      const { key } = acme.things[environment]
      const other = environment === 'live' ? 'test' : 'live'
      const stray = [newId('req'), key, '/api/v1/astray']
      await within(acme.tenant, other, () => CurrentTenant.batch([{ text: LOGGED, values: stray }]))
      const base = environment === 'test' ? '/test' : ''
      const { text } = await acme.owner.get(`${base}/settings/keys/${key}`)
      assert.include(text, `/api/v1/${acme.tenant.slug}`)
      assert.notInclude(text, '/api/v1/astray')
    }
  })

  test('a link copied in the sandbox leads to the sandbox', async ({ assert }) => {
    const { document, signer } = acme.things.test
    const { text } = await acme.owner.post(`/test/documents/${document}/signers/${signer}/link`)
    const [, token] = /\/sign\/(tok_[\w-]{43})/.exec(text) ?? []
    assert.isTrue((Buffer.from(token.slice(4), 'base64url')[0] & 0x80) !== 0)
  })
})
