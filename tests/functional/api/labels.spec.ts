import { test } from '@japa/runner'
import { Labels } from '#app/documents/labels/labels'
import type Document from '#app/documents/document'
import { newId } from '#app/foundation/identifier'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
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

async function aTemplate(): Promise<object> {
  const { makePdf } = await import('#tests/factories/pdf_factory')
  const field = { type: 'signature', page: 1, x: 60, y: 200, width: 90, height: 50 }
  const file = Buffer.from(await makePdf()).toString('base64')
  return { title: 'Lease', file, roles: [{ name: 'Buyer', fields: [field] }] }
}
