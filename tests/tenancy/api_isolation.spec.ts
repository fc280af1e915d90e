import { test } from '@japa/runner'
import testUtils from '@adonisjs/core/services/test_utils'
import { SCOPES, type Scope } from '#app/identity/access/scope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Environment } from '#app/foundation/environment'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

interface Side {
  tenant: Tenant
  live: ApiClient
  sandbox: ApiClient
  documents: Record<Environment, string>
  webhooks: Record<Environment, string>
}

const HOOK = 'http://127.0.0.1:8000/hook'
let file: string

async function makeSide(name: string): Promise<Side> {
  const tenant = await makeTenant({ name, withSandbox: true })
  const live = await ApiClient.of(tenant, 'live')
  const sandbox = await ApiClient.of(tenant, 'test')
  const documents = { live: await makeDocument(live), test: await makeDocument(sandbox) }
  const webhooks = { live: await makeHook(live), test: await makeHook(sandbox) }
  return { tenant, live, sandbox, documents, webhooks }
}

async function makeDocument(client: ApiClient): Promise<string> {
  const signers = [{ name: 'Ana Buyer', email: 'ana@example.test' }]
  const made = await client.post('/api/v1/documents', { title: 'Lease', file, signers })
  return String(made.body.id)
}

async function makeHook(client: ApiClient): Promise<string> {
  return String((await client.post('/api/v1/webhooks', { url: HOOK })).body.id)
}

/** Every operation that takes an id. */
const operations = (document: string, webhook: string) =>
  [
    { method: 'GET', path: `/documents/${document}`, missing: 'document_not_found' },
    { method: 'GET', path: `/documents/${document}/audit`, missing: 'document_not_found' },
    { method: 'GET', path: `/documents/${document}/file`, missing: 'document_not_found' },
    { method: 'GET', path: `/documents/${document}/download`, missing: 'document_not_found' },
    { method: 'GET', path: `/webhooks/${webhook}`, missing: 'webhook_not_found' },
    { method: 'DELETE', path: `/webhooks/${webhook}`, missing: 'webhook_not_found' },
  ] as const

/** All rows of one environment, as its own role sees them. */
async function rowsOf(tenant: Tenant, environment: Environment): Promise<string> {
  const tables = ['documents', 'signers', 'fields', 'audit_entries', 'events', 'webhook_endpoints']
  return CurrentTenant.run({ tenant: tenant.ref, environment }, async () => {
    const rows = await CurrentTenant.batch(
      tables.map((table) => ({ text: `select * from ${table} order by 1, 2` }))
    )
    return JSON.stringify(rows)
  })
}

test.group('API | isolation', (group) => {
  let acme: Side
  let globex: Side

  group.setup(() => testUtils.httpServer().start())
  group.setup(async () => {
    file = Buffer.from(await makePdf()).toString('base64')
    acme = await makeSide('Acme')
    globex = await makeSide('Globex')
  })

  for (const environment of ['live', 'test'] as const) {
    for (const prefix of ['/api/v1', '/api']) {
      test(`answers 404 for another tenant’s ${environment} things under ${prefix}, and changes none`, async ({
        assert,
      }) => {
        const before = await rowsOf(globex.tenant, environment)
        const client = environment === 'live' ? acme.live : acme.sandbox
        const { documents, webhooks } = globex
        for (const { method, path, missing } of operations(
          documents[environment],
          webhooks[environment]
        )) {
          const answer = await client.ask({ method, path: prefix + path })
          assert.equal(answer.status, 404, path)
          assert.equal(answer.body.error?.code, missing)
        }
        assert.equal(await rowsOf(globex.tenant, environment), before)
      })
    }

    const other = environment === 'live' ? 'test' : 'live'
    test(`tells a ${environment} key to use a ${other} key for ${other} things`, async ({
      assert,
    }) => {
      const before = await rowsOf(acme.tenant, other)
      const client = environment === 'live' ? acme.live : acme.sandbox
      for (const side of [acme, globex]) {
        for (const { method, path } of operations(side.documents[other], side.webhooks[other])) {
          const answer = await client.ask({ method, path: `/api/v1${path}` })
          assert.equal(answer.status, 404, path)
          assert.equal(answer.body.error?.code, 'mode_mismatch')
          assert.include(String(answer.body.error?.message), `use a ${other} key`)
        }
      }
      assert.equal(await rowsOf(acme.tenant, other), before)
    })
  }

  test('refuses a key at another tenant’s host like an unknown one', async ({ assert }) => {
    for (const client of [acme.live, acme.sandbox]) {
      for (const { method, path } of operations(globex.documents.live, globex.webhooks.live)) {
        const answer = await client.at(globex.live.host).ask({ method, path: `/api/v1${path}` })
        assert.equal(answer.status, 401)
        assert.equal(answer.body.error?.code, 'invalid_key')
      }
    }
  })

  test('shows no word of another tenant in any answer', async ({ assert }) => {
    const own = operations(acme.documents.live, acme.webhooks.live).filter(
      ({ method }) => method === 'GET'
    )
    const answers = await Promise.all(
      own.map(async ({ path }) => (await acme.live.get(`/api/v1${path}`)).text)
    )
    answers.push((await acme.live.get('/api/v1/webhooks')).text)
    answers.push((await acme.live.get('/api/v1/documents?limit=100')).text)
    for (const secret of [globex.tenant.slug, globex.tenant.id, globex.documents.live, 'Globex']) {
      for (const text of answers) assert.notInclude(text, secret)
    }
  })

  test('keeps 200 interleaved requests of two tenants apart', async ({ assert }) => {
    const sides = [acme, globex]
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const side = sides[at % 2]
        const isLive = at % 4 < 2
        const client = isLive ? side.live : side.sandbox
        const id = side.documents[isLive ? 'live' : 'test']
        return client.get(`/api/v1/documents/${id}`).then((answer) => ({ answer, id, isLive }))
      })
    )
    for (const { answer, id, isLive } of answers) {
      assert.equal(answer.status, 200)
      assert.equal(answer.body.id, id)
      assert.equal(answer.body.livemode, isLive)
    }
  })

  for (const [name, value] of Object.entries({
    id: 'doc_00000000000000000000000000',
    status: 'completed',
    tenantId: 'ten_00000000000000000000000000',
    environment: 'test',
    livemode: false,
    createdBy: 'usr_00000000000000000000000000',
    sealedSha256: '0'.repeat(64),
    completedAt: '2020-01-01T00:00:00.000Z',
    emailsSent: 100,
    vaultKey: 'x',
  })) {
    test(`takes no ${name} from outside`, async ({ assert }) => {
      const before = await rowsOf(acme.tenant, 'live')
      const signers = [{ name: 'Ana Buyer', email: 'ana@example.test' }]
      const order = { title: 'Lease', file, signers, [name]: value }
      const answer = await acme.live.post('/api/v1/documents', order)
      assert.equal(answer.status, 400)
      assert.containSubset(answer.body.error, { code: 'unknown_field', param: name })
      assert.equal(await rowsOf(acme.tenant, 'live'), before)
    })
  }

  const NEEDED: Record<string, Scope> = {
    'GET /documents/:id': 'documents:read',
    'GET /documents/:id/audit': 'audit:read',
    'GET /documents/:id/file': 'documents:read',
    'GET /documents/:id/download': 'documents:read',
    'GET /documents': 'documents:read',
    'POST /documents': 'documents:write',
    'POST /signatures/send': 'documents:write',
    'GET /security/events': 'security:read',
    'POST /webhooks': 'webhooks:write',
    'GET /webhooks': 'webhooks:read',
    'GET /webhooks/:id': 'webhooks:read',
    'DELETE /webhooks/:id': 'webhooks:write',
  }

  test('lets a key do what its scopes say and nothing else', async ({ assert }) => {
    const { tenant, documents, webhooks } = acme
    for (const scope of SCOPES) {
      const client = await ApiClient.of(tenant, 'live', { scopes: [scope] })
      for (const [operation, needed] of Object.entries(NEEDED)) {
        const [method, form] = operation.split(' ') as ['GET' | 'POST' | 'DELETE', string]
        const id = form.startsWith('/webhooks') ? webhooks.live : documents.live
        if (method === 'DELETE' && scope === needed) continue
        const path = `/api/v1${form.replace(':id', id)}`
        const answer = await client.ask({ method, path, json: method === 'POST' ? {} : undefined })
        const isRefused = answer.body.error?.code === 'insufficient_scope'
        assert.equal(isRefused, scope !== needed, `${scope} on ${operation}: ${answer.text}`)
        if (isRefused) assert.equal(answer.status, 403)
      }
    }
  })

  test('asks for a key on everything but health', async ({ assert }) => {
    for (const operation of Object.keys(NEEDED)) {
      const [method, form] = operation.split(' ') as ['GET' | 'POST' | 'DELETE', string]
      const path = `/api/v1${form.replace(':id', acme.documents.live)}`
      const answer = await ask({ method, path, headers: { host: acme.live.host } })
      assert.equal(answer.status, 401, operation)
    }
    const health = await ask({ path: '/api/v1/health', headers: { host: acme.live.host } })
    assert.equal(health.status, 200)
  })
})
