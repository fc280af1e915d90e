import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { PEOPLE, makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { ownerOf, Visitor } from '#tests/support/dashboard_visitor'

const RESET = '/api/v1/test/reset'
const MEANT = { confirm: 'reset' }

test.group('The reset of the sandbox | API', (group) => {
  let acme: Tenant
  let client: ApiClient

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true, hasPassword: true })
    client = await ApiClient.of(acme, 'test')
  })

  const send = async (headers: Record<string, string> = {}, by = client) => {
    const file = Buffer.from(await makePdf()).toString('base64')
    const signers = [{ name: 'Ana Buyer', email: 'ana@example.test' }]
    return by.post('/api/v1/documents', { title: 'Lease', file, signers }, headers)
  }
  const documents = async () => (await client.get('/api/v1/documents')).body.data as unknown[]

  test('removes what was sent, says how much, and keeps keys, webhooks and cursors', async ({
    assert,
  }) => {
    await client.post('/api/v1/webhooks', { url: 'http://127.0.0.1:1/' })
    const { body: made } = await send()
    await client.post('/api/v1/test/clock/advance', { seconds: 86_400 })
    const { nextCursor } = (await client.get('/api/v1/events')).body
    const { status, body } = await client.post(RESET, MEANT)
    assert.equal(status, 200)
    assert.equal(body.object, 'sandbox_reset')
    assert.containsSubset(body.removed, { documents: 1, events: 1, auditEntries: 4 })
    assert.equal((await client.get(`/api/v1/documents/${String(made.id)}`)).status, 404)
    assert.lengthOf((await client.get('/api/v1/webhooks')).body.data as unknown[], 1)
    assert.equal((await client.get('/api/v1/test/clock')).body.aheadSeconds, 0)
    await send()
    const since = await client.get(`/api/v1/events?cursor=${String(nextCursor)}`)
    assert.lengthOf(since.body.data as unknown[], 1)

    const read = () => SecurityTrail.read()
    const trail = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, read)
    assert.equal(trail[0].action, 'sandbox.reset')
    assert.equal(trail[0].body.actor.via, client.keyId)
  })

  test('keeps templates, forms and labels, and takes bulk sends and contacts along', async ({
    assert,
  }) => {
    await client.post('/api/v1/test/clock/advance', { seconds: 30 * 86_400 })
    const template = await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
      makeTemplate()
    )
    const path = `/api/v1/templates/${template.id}`
    const owner = await ownerOf(acme)
    const members = [{ role: 'seller', member: owner.id }]
    const form = await client.post(`${path}/forms`, { role: 'buyer', members })
    await client.post('/api/v1/labels', { name: 'Rent', color: 'teal' })
    const bulk = await client.post(`${path}/bulk-sends`, { rows: [{ people: PEOPLE }] })
    assert.deepEqual([form.status, bulk.status], [201, 201], bulk.text)

    const { body } = await client.post(RESET, MEANT)
    assert.containSubset(body.removed, { bulkSends: 1, contacts: 0, bulkActions: 0 })
    const kept = await client.get(path)
    assert.equal(kept.status, 200)
    assert.isAtMost(Date.parse(String(kept.body.updatedAt)), Date.now())
    assert.equal((await client.get(`/api/v1/forms/${String(form.body.id)}`)).status, 200)
    assert.equal(
      await new Visitor(acme)
        .get(new URL(String(form.body.url)).pathname)
        .then(({ status }) => status),
      200
    )
    assert.lengthOf((await client.get('/api/v1/labels')).body.data as unknown[], 1)
    assert.lengthOf((await client.get('/api/v1/bulk-sends')).body.data as unknown[], 0)
    const use = await client.post(`${path}/documents`, { people: PEOPLE })
    assert.equal(use.status, 201, use.text)
  })

  test('frees the keys of idempotent requests of before, and is itself done once for one', async ({
    assert,
  }) => {
    const once = { 'idempotency-key': 'lease' }
    const { body: first } = await send(once)
    const reset = () => client.post(RESET, MEANT, { 'idempotency-key': 'anew' })
    const { body: done } = await reset()
    const { body: second, headers } = await send(once)
    assert.isUndefined(headers['idempotent-replayed'])
    assert.notEqual(second.id, first.id)
    const again = await reset()
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.deepEqual(again.body.removed, done.removed)
    assert.lengthOf(await documents(), 1)
  })

  test('is not done without the word: {$self}')
    .with(['{}', '{"confirm":"yes"}', '{"confirm":true}', '{"confirm":"RESET"}'])
    .run(async ({ assert }, text) => {
      await send()
      const { status, body } = await client.post(RESET, JSON.parse(text))
      assert.equal(status, 422)
      assert.equal(body.error!.param, 'confirm')
      assert.lengthOf(await documents(), 1)
    })

  test('is not to be had with a live key, nor without both scopes', async ({ assert }) => {
    await send()
    const live = await ApiClient.of(acme, 'live')
    await send({}, live)
    const refused = await live.post(RESET, MEANT)
    assert.deepEqual([refused.status, refused.body.error!.code], [403, 'test_key_required'])
    for (const scope of ['documents:write', 'webhooks:write'] as const) {
      const half = await ApiClient.of(acme, 'test', { scopes: [scope] })
      const { status, body } = await half.post(RESET, MEANT)
      assert.deepEqual([status, body.error!.code], [403, 'insufficient_scope'])
    }
    assert.lengthOf(await documents(), 1)
    assert.lengthOf((await live.get('/api/v1/documents')).body.data as unknown[], 1)
  })
})
