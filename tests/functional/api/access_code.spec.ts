import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { EmbedOrigins } from '#app/signing/embedding/embed_origins'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, hostOfTenant } from '#tests/factories/api_client'
import { OLGA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { CodeBearer } from '#tests/support/code_bearer'

const ORIGIN = 'https://app.customer.example'
const CODE = 'Tulip-4711'
const ANA = { name: 'Ana Buyer', email: 'ana@example.test', accessCode: CODE }
const BEN = { name: 'Ben Seller', email: 'ben@example.test' }

type Signers = Record<string, unknown>[]

test.group('API | access codes', (group) => {
  let acme: Tenant
  let client: ApiClient
  let file: string

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(acme, 'live', {
      scopes: ['documents:read', 'documents:write', 'links:read'],
    })
    file = Buffer.from(await makePdf()).toString('base64')
  })

  const create = (signers: object[], more: object = {}) =>
    client.post('/api/v1/documents', { title: 'Contract', signers, file, ...more })
  const correct = (documentId: unknown, signerId: unknown, json: object) =>
    client.ask({
      ...{ method: 'PATCH', json },
      path: `/api/v1/documents/${String(documentId)}/signers/${String(signerId)}`,
    })
  const opens = async (url: unknown, code: string) => {
    const visitor = new Visitor(acme, null, hostOfTenant(acme))
    const { pathname } = new URL(String(url))
    return (await visitor.post(`${pathname}/code`, { code })).status === 303
  }

  test('are taken and never answered; `access` says for whom there is one', async ({ assert }) => {
    const made = await create([ANA, BEN])
    assert.equal(made.status, 201)
    assert.notInclude(JSON.stringify(made.body), 'Tulip')
    const [ana, ben] = made.body.signers as Signers
    assert.equal(ana.access, 'code')
    assert.notProperty(ben, 'access')
    const [link] = made.body.signerLinks as Signers
    assert.isTrue(await opens(link.url, CODE))
    const read = await client.get(`/api/v1/documents/${String(made.body.id)}`)
    assert.equal((read.body.signers as Signers)[0].access, 'code')
  })

  test('are changed and lifted while the document waits', async ({ assert }) => {
    const { body } = await create([ANA])
    const [{ id }] = body.signers as Signers
    const [{ url: signingUrl }] = body.signerLinks as Signers
    const changed = await correct(body.id, id, { accessCode: 'Daffodil 12' })
    assert.equal((changed.body.signers as Signers)[0].access, 'code')
    assert.isFalse(await opens(signingUrl, CODE))
    assert.isTrue(await opens(signingUrl, 'daffodil-12'))
    const lifted = await correct(body.id, id, { accessCode: null })
    assert.notProperty((lifted.body.signers as Signers)[0], 'access')
  })

  test('are all that is changed of a signer who has signed, for their own copy', async ({
    assert,
  }) => {
    const { body } = await create([ANA, BEN])
    const [{ id }] = body.signers as Signers
    const [{ url }] = body.signerLinks as Signers
    const document = await inLive(acme, () => Document.whole(String(body.id)))
    const ana = await CodeBearer.reading(acme, document!)
    await ana.enter(CODE)
    await ana.consent()
    await ana.call('/viewed')
    assert.equal((await ana.finish()).status, 200)
    const text = 'insert into access_attempts (signer_id, failures, last_at) values ($1, 20, now())'
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      CurrentTenant.batch([{ text, values: [id] }])
    )
    assert.isFalse(await opens(url, CODE))
    const lift = [{ accessCode: null }, { oneTimeCode: 'email' }, { accessCode: CODE, name: 'A' }]
    for (const json of [...lift, {}, { phone: null }]) {
      const { status, body: refused } = await correct(body.id, id, json)
      const code = refused.error?.code
      assert.deepEqual([json, status, code], [json, 409, 'document_state_conflict'])
    }
    const short = await correct(body.id, id, { accessCode: 'short' })
    assert.deepEqual([short.status, short.body.error?.param], [422, 'accessCode'])
    const again = await correct(body.id, id, { accessCode: CODE })
    assert.equal(again.status, 200)
    assert.isTrue(await opens(url, CODE))
    const entries = await inLive(acme, () => AuditTrail.read(String(body.id)))
    const { details } = entries.find(({ action }) => action === 'access.unlocked')!.body
    assert.deepEqual(details, { signerId: id, method: 'code', failures: 20 })
  })

  test('that others would try first, or that are too short or too long, are refused', async ({
    assert,
  }) => {
    const codes = {
      'ab-cd': 'too_short',
      '1 2 3 4 5 6': 'too_easy',
      'zzzzzz': 'too_easy',
      '‐‐‐‐‐‐‐‐': 'too_short',
      ['a1b2'.repeat(17)]: 'too_long',
    }
    for (const [accessCode, code] of Object.entries(codes)) {
      const { status, body } = await create([{ ...ANA, accessCode }, BEN])
      assert.equal(status, 422, accessCode)
      assert.containsSubset(body.error?.details, [{ param: 'signers[0].accessCode', code }])
    }
    const { body } = await create([BEN])
    const [{ id }] = body.signers as Signers
    const refused = await correct(body.id, id, { accessCode: 'short' })
    assert.deepEqual([refused.status, refused.body.error?.param], [422, 'accessCode'])
  })

  test('of a draft stay with its signers as long as these stay', async ({ assert }) => {
    const { body } = await create([ANA], { send: false })
    const path = `/api/v1/documents/${String(body.id)}`
    const edited = await client.ask({ method: 'PATCH', path, json: { title: 'Another title' } })
    assert.equal((edited.body.signers as Signers)[0].access, 'code')
    const recast = await client.ask({ method: 'PATCH', path, json: { signers: [BEN] } })
    assert.notProperty((recast.body.signers as Signers)[0], 'access')
  })

  test('do not come along with a copy, whose own code is agreed anew', async ({ assert }) => {
    const { body } = await create([ANA])
    const copied = await client.post(`/api/v1/documents/${String(body.id)}/copy`, {})
    assert.equal(copied.status, 201)
    assert.notProperty((copied.body.signers as Signers)[0], 'access')
  })

  test('are asked for in frames, where no cookie is needed to be let in', async ({ assert }) => {
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      unit(() => EmbedOrigins.allow(ORIGIN, OLGA))
    )
    const { body } = await create([ANA])
    const [{ id }] = body.signers as Signers
    const links = `/api/v1/documents/${String(body.id)}/signers/${String(id)}/embed-links`
    const frame = async () => {
      const { body: link } = await client.post(links, { origin: ORIGIN })
      const opened = await new Visitor(acme).get(new URL(String(link.url)).pathname)
      return String(opened.headers.location)
    }
    const [one, other] = [await frame(), await frame()]
    const send = (path: string) => new Visitor(acme).post(`${path}/code`, { code: CODE })
    assert.equal((await send(one)).status, 303)
    assert.include((await new Visitor(acme).get(one)).text, 'Contract')
    assert.include((await new Visitor(acme).get(other)).text, 'Enter your access code')
  })
})
