import { test } from '@japa/runner'
import { Labels } from '#app/documents/labels/labels'
import type Document from '#app/documents/document'
import { newId } from '#app/foundation/identifier'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'

test.group('API | labels and templates of documents', (group) => {
  let acme: Tenant
  let client: ApiClient
  let lease: Document

  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    client = await ApiClient.of(acme, 'live')
    lease = await inLive(acme, async () => {
      for (const name of ['Sales', 'Rent']) await Labels.create({ name, color: 'teal' }, OLGA)
      return makeDocument()
    })
  })

  const patch = (json: object, headers: Record<string, string> = {}) =>
    client.ask({ method: 'PATCH', path: `/api/v1/documents/${lease.id}`, json, headers })
  const shown = async () => (await client.get(`/api/v1/documents/${lease.id}`)).body.labels
  const idsOf = async (query: string) => {
    const { body } = await client.get(`/api/v1/documents?${query}`)
    return (body.data as { id: string }[]).map(({ id }) => id)
  }

  test('are set whole, by name, in any state, and are no step of the trail', async ({ assert }) => {
    const trail = `/api/v1/documents/${lease.id}/audit`
    const before = (await client.get(trail)).body.data
    const set = await patch({ labels: ['sales', 'RENT'] }, { 'idempotency-key': 'labels' })
    assert.equal(set.status, 200)
    assert.deepEqual(set.body.labels, ['Rent', 'Sales'])
    const again = await patch({ labels: ['sales', 'RENT'] }, { 'idempotency-key': 'labels' })
    assert.equal(again.headers['idempotent-replayed'], 'true')
    await patch({ labels: ['Sales'] })
    assert.deepEqual(await shown(), ['Sales'])
    await patch({ labels: [] })
    assert.deepEqual(await shown(), [])
    assert.deepEqual((await client.get(trail)).body.data, before)
    await patch({ labels: ['Sales'] })
    const voided = await client.post(`/api/v1/documents/${lease.id}/void`, {})
    assert.deepEqual([voided.body.status, voided.body.labels], ['voided', ['Sales']])
  })

  test('are refused by a name that no label has, and nothing is changed', async ({ assert }) => {
    await patch({ labels: ['Rent'] })
    const { status, body } = await patch({ labels: ['Sales', 'Typo'] })
    assert.equal(status, 422)
    assert.deepInclude(body.error, { code: 'validation_failed', param: 'labels[1]' })
    const refused = await patch({ labels: ['Sales'], title: 'Not of a draft' })
    assert.equal(refused.status, 409)
    assert.deepEqual(await shown(), ['Rent'])
    for (const labels of [null, 'Sales', [''], ['x'.repeat(41)], [7]])
      assert.equal((await patch({ labels })).status, 422, JSON.stringify(labels))
    const unknown = `/api/v1/documents/${newId('doc')}`
    const absent = await client.ask({ method: 'PATCH', path: unknown, json: { labels: [] } })
    assert.equal(absent.status, 404)
  })

  test('narrow the list by name, page by page', async ({ assert }) => {
    await inLive(acme, () => makeDocument())
    await patch({ labels: ['Sales'] })
    assert.deepEqual(await idsOf('label=sales'), [lease.id])
    assert.deepEqual(await idsOf('label=Rent'), [])
    assert.deepEqual(await idsOf('label=Nothing'), [])
    const { body } = await client.get('/api/v1/documents?label=Sales')
    assert.deepEqual((body.data as { labels: string[] }[])[0].labels, ['Sales'])
  })

  test('narrow the list to one template', async ({ assert }) => {
    const template = await client.post('/api/v1/templates', await aTemplate())
    const id = String(template.body.id)
    const people = [{ role: 'Buyer', name: 'Ana', email: 'ana@example.test' }]
    const used = await client.post(`/api/v1/templates/${id}/documents`, { people })
    assert.equal(used.status, 201)
    assert.deepEqual(await idsOf(`templateId=${id}`), [String(used.body.id)])
    assert.deepEqual(await idsOf(`templateId=${newId('tpl')}`), [])
    const odd = await client.get('/api/v1/documents?templateId=7')
    assert.equal(odd.status, 422)
    assert.equal(odd.body.error?.param, 'templateId')
  })
})

test.group('API | labels', (group) => {
  let acme: Tenant
  let client: ApiClient

  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
    client = await ApiClient.of(acme, 'live')
  })

  const create = (json: object, headers = {}) => client.post('/api/v1/labels', json, headers)
  const at = (id: unknown) => `/api/v1/labels/${String(id)}`
  const patch = (id: unknown, json: object) => client.ask({ method: 'PATCH', path: at(id), json })
  const names = ({ body }: Answer) => (body.data as { name: string }[]).map(({ name }) => name)

  test('are created once for one Idempotency-Key, renamed and deleted', async ({ assert }) => {
    const key = { 'idempotency-key': 'label-1' }
    const made = await create({ name: 'Sales', color: 'teal' }, key)
    assert.equal(made.status, 201)
    assert.equal(made.headers.location, at(made.body.id))
    assert.containSubset(made.body, { object: 'label', name: 'Sales', color: 'teal', documents: 0 })
    assert.equal((await create({ name: 'Sales', color: 'teal' }, key)).text, made.text)
    const document = await client.post('/api/v1/documents', await anOrder({ labels: ['SALES'] }))
    assert.equal(document.status, 201)
    assert.deepEqual(document.body.labels, ['Sales'])
    const renamed = await patch(made.body.id, { name: 'Sales 2026' })
    assert.containSubset(renamed.body, { name: 'Sales 2026', color: 'teal', documents: 1 })
    assert.containSubset((await patch(made.body.id, { color: 'pink' })).body, {
      ...{ name: 'Sales 2026', color: 'pink' },
    })
    const path = `/api/v1/documents/${String(document.body.id)}`
    assert.deepEqual((await client.get(path)).body.labels, ['Sales 2026'])
    const gone = await client.ask({ method: 'DELETE', path: at(made.body.id) })
    assert.containSubset(gone.body, { id: made.body.id, object: 'label', deleted: true })
    assert.deepEqual((await client.get(path)).body.labels, [])
    assert.equal((await client.get(at(made.body.id))).body.error?.code, 'label_not_found')
  })

  test('are listed by name, page by page, with the documents that have each', async ({
    assert,
  }) => {
    for (const name of ['b: rent', 'Archive', 'c']) await create({ name })
    const order = await anOrder({ labels: ['c'] })
    await client.post('/api/v1/documents', order)
    const first = await client.get('/api/v1/labels?limit=2')
    assert.deepEqual(names(first), ['Archive', 'b: rent'])
    const next = await client.get(`/api/v1/labels?limit=2&cursor=${String(first.body.nextCursor)}`)
    assert.containSubset(next.body, { hasMore: false, nextCursor: null })
    assert.containSubset(next.body.data, [{ name: 'c', color: 'grey', documents: 1 }])
    const foreign = await client.get('/api/v1/labels?cursor=Zm9v')
    assert.equal(foreign.body.error?.code, 'invalid_cursor')
  })

  test('keep their names apart, and refuse what is no label', async ({ assert }) => {
    const { body } = await create({ name: 'Sales' })
    const other = await create({ name: 'Rent' })
    const taken = await create({ name: 'sales' })
    assert.equal(taken.status, 409)
    assert.deepInclude(taken.body.error, { code: 'label_name_taken', param: 'name' })
    assert.equal((await patch(other.body.id, { name: 'SALES' })).status, 409)
    assert.equal((await patch(body.id, { name: 'SALES' })).status, 200)
    for (const json of [{}, { name: '' }, { name: 'x'.repeat(41) }, { name: 'a', color: 'black' }])
      assert.equal((await create(json)).status, 422, JSON.stringify(json))
    assert.equal((await patch(newId('lbl'), { name: 'x' })).status, 404)
    const sandbox = await ApiClient.of(acme, 'test')
    assert.equal((await sandbox.get(at(body.id))).body.error?.code, 'mode_mismatch')
    assert.deepEqual(names(await sandbox.get('/api/v1/labels')), [])
    const reader = await ApiClient.of(acme, 'live', { scopes: ['documents:read'] })
    assert.equal((await reader.post('/api/v1/labels', { name: 'New' })).status, 403)
    assert.deepEqual(names(await reader.get('/api/v1/labels')), ['Rent', 'SALES'])
  })

  test('that do not exist refuse a document, and nothing is made', async ({ assert }) => {
    await create({ name: 'Sales' })
    const refused = await client.post(
      '/api/v1/documents',
      await anOrder({ labels: ['Sales', 'Typo'] })
    )
    assert.equal(refused.status, 422)
    assert.deepInclude(refused.body.error, { code: 'validation_failed', param: 'labels[1]' })
    assert.lengthOf((await client.get('/api/v1/documents')).body.data as object[], 0)
    const template = await client.post('/api/v1/templates', await aTemplate())
    const use = (labels: string[]) =>
      client.post(`/api/v1/templates/${String(template.body.id)}/documents`, {
        people: [{ role: 'Buyer', name: 'Ana', email: 'ana@example.test' }],
        labels,
      })
    assert.equal((await use(['Typo'])).status, 422)
    assert.deepEqual((await use(['Sales'])).body.labels, ['Sales'])
  })
})

async function anOrder(more: object): Promise<object> {
  const file = Buffer.from(await makePdf()).toString('base64')
  return { title: 'Lease', file, signers: [{ name: 'Ana', email: 'ana@example.test' }], ...more }
}

async function aTemplate(): Promise<object> {
  const field = { type: 'signature', page: 1, x: 60, y: 200, width: 90, height: 50 }
  const file = Buffer.from(await makePdf()).toString('base64')
  return { title: 'Lease', file, roles: [{ name: 'Buyer', fields: [field] }] }
}
