import { test } from '@japa/runner'
import ApiKey from '#app/identity/keys/api_key'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Template } from '#app/templates/template'
import { Templates } from '#app/templates/templates'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makeBulkSend, makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const PATH = '/api/v1/bulk-sends'

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    people: [
      { role: 'buyer', name: `Ana ${index}`, email: `ana${index}@example.test`, language: 'de' },
      { role: 'Seller', name: 'Ben', email: 'ben@example.test' },
    ],
    values: { 'Price (net)': `${index} €` },
  }))

test.group('API | bulk sends', (group) => {
  let acme: Tenant
  let api: ApiClient
  let template: Template

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    api = await ApiClient.of(acme, 'live')
    const note = { type: 'note' as const, page: 1, x: 60, y: 400, width: 100, height: 20 }
    const options = { label: 'Price (net)', text: '-' }
    template = await inLive(acme, () =>
      makeTemplate({
        roles: [{ name: 'Buyer', fields: [{ ...note, options }] }, { name: 'Seller' }],
      })
    )
  })

  const create = (rows: object[], headers = {}, by = api) =>
    by.post(`/api/v1/templates/${template.id}/bulk-sends`, { rows }, headers)
  const pathOf = ({ body }: Answer) => `${PATH}/${String(body.id)}`
  const all = async () => {
    while ((await doWork(acme, 'bulk.step')) > 0);
  }
  const documents = async () =>
    ((await api.get('/api/v1/documents')).body.data as { id: string }[]).map(({ id }) => id)

  test('give their labels to all documents, but for one that is deleted meanwhile', async ({
    assert,
  }) => {
    const [, gone] = await Promise.all(
      ['Rent 2027', 'Gone'].map((name) => api.post('/api/v1/labels', { name, color: 'teal' }))
    )
    const order = (labels: string[]) =>
      api.post(`/api/v1/templates/${template.id}/bulk-sends`, { rows: rowsOf(2), labels })
    const refused = await order(['Rent 2027', 'Nowhere'])
    assert.equal(refused.status, 422)
    assert.containSubset(refused.body.error, {
      details: [{ param: 'labels[1]', code: 'unknown_label' }],
    })
    assert.isEmpty((await api.get(PATH)).body.data)
    const made = await order(['rent 2027', 'Gone'])
    assert.equal(made.status, 201, made.text)
    const path = `/api/v1/labels/${String(gone.body.id)}`
    assert.equal((await api.ask({ method: 'DELETE', path })).status, 200)
    await all()
    assert.containSubset((await api.get(pathOf(made))).body, { rows: { sent: 2 } })
    for (const id of await documents()) {
      const { body } = await api.get(`/api/v1/documents/${id}`)
      assert.deepEqual(body.labels, ['Rent 2027'])
    }
  })

  test('send a document of each row, and tell what became of it', async ({ assert }) => {
    const made = await create(rowsOf(3))
    assert.equal(made.status, 201)
    assert.equal(made.headers.location, pathOf(made))
    assert.containsSubset(made.body, {
      object: 'bulk_send',
      status: 'running',
      template: { id: template.id, version: 1 },
      rows: { total: 3, waiting: 3, sent: 0, failed: 0, cancelled: 0 },
    })
    await all()
    const read = await api.get(pathOf(made))
    assert.containsSubset(read.body, { status: 'completed', rows: { sent: 3, waiting: 0 } })
    const first = await api.get(`${pathOf(made)}/rows?limit=2`)
    const rows = first.body.data as { documentId: string; people: { email: string }[] }[]
    assert.lengthOf(rows, 2)
    assert.equal(rows[0].people[0].email, 'ana0@example.test')
    const cursor = String(first.body.nextCursor)
    const next = await api.get(`${pathOf(made)}/rows?limit=2&cursor=${cursor}`)
    assert.containsSubset(next.body, { hasMore: false, data: [{ number: 3, status: 'sent' }] })
    const document = await api.get(`/api/v1/documents/${rows[0].documentId}`)
    assert.containsSubset(document.body, { status: 'pending', signers: [{ language: 'de' }, {}] })
    assert.include(document.text, '0 €')
    const list = await api.get(PATH)
    assert.deepEqual(
      (list.body.data as { id: string }[]).map(({ id }) => id),
      [made.body.id]
    )
  })

  test('are made once for one Idempotency-Key', async ({ assert }) => {
    const headers = { 'idempotency-key': 'many-1' }
    const [one, two] = [await create(rowsOf(2), headers), await create(rowsOf(2), headers)]
    assert.equal(one.text, two.text)
    await all()
    assert.lengthOf(await documents(), 2)
  })

  test('name the rows that cannot be sent, and send none', async ({ assert }) => {
    const [good] = rowsOf(1)
    const refused = await create([
      good,
      { people: [good.people[0]] },
      { ...good, values: { Prize: '1' } },
      good,
    ])
    assert.equal(refused.status, 422)
    const details = (refused.body.error?.details ?? []) as { param: string; message: string }[]
    assert.deepEqual(
      details.map(({ param, message }) => [param, message]),
      [
        ['rows[1]', 'Nobody has the role Seller.'],
        ['rows[2]', '“Prize”: The template has no such field to fill in.'],
        ['rows[3]', 'The same as row 1.'],
      ]
    )
    const odd = await create([{ people: [{ ...good.people[0], email: 'nobody' }] }])
    assert.equal(odd.body.error?.param, 'rows[0].people[0].email')
    assert.equal((await create(rowsOf(1_001))).status, 422)
    assert.equal((await create([])).status, 422)
    await all()
    assert.lengthOf(await documents(), 0)
    assert.deepEqual((await api.get(PATH)).body.data, [])
  })

  test('read as many rows as there may be, with much to fill in, and say what is wrong with them', async ({
    assert,
  }) => {
    const rows = rowsOf(1_000).map((row) => ({ ...row, values: { Prize: 'x'.repeat(1_500) } }))
    assert.isAbove(JSON.stringify(rows).length, 1024 * 1024)
    const answer = await create(rows)
    assert.equal(answer.status, 422)
    const details = answer.body.error?.details as { param: string; message: string }[]
    assert.lengthOf(details, 100)
    assert.equal(details[0].message, '“Prize”: The template has no such field to fill in.')
  })

  test('are paused, resumed and cancelled, each as often as one likes', async ({ assert }) => {
    const made = await create(rowsOf(2))
    const verb = (name: string) => api.post(`${pathOf(made)}/${name}`, {})
    for (const answer of [await verb('pause'), await verb('pause')])
      assert.containsSubset(answer, { status: 200, body: { status: 'paused' } })
    await all()
    assert.lengthOf(await documents(), 0)
    for (const answer of [await verb('resume'), await verb('resume')])
      assert.containsSubset(answer, { status: 200, body: { status: 'running' } })
    for (const answer of [await verb('cancel'), await verb('cancel')])
      assert.containsSubset(answer, { body: { status: 'cancelled', rows: { cancelled: 2 } } })
    await all()
    assert.lengthOf(await documents(), 0)
    const refused = await verb('resume')
    assert.equal(refused.status, 409)
    assert.containsSubset(refused.body.error, {
      code: 'bulk_send_refused',
      details: { currentStatus: 'cancelled' },
    })
  })

  test('pause when the key is revoked, and go on by another', async ({ assert }) => {
    const made = await create(rowsOf(2))
    await inLive(acme, async () => {
      const [key] = await ApiKey.query()
      await CurrentTenant.batch([
        { text: 'update api_keys set revoked_at = now() where id = $1', values: [key.id] },
      ])
    })
    await all()
    const other = await ApiClient.of(acme, 'live')
    assert.containsSubset((await other.get(pathOf(made))).body, {
      status: 'paused',
      pausedBecause: { code: 'key_revoked' },
    })
    await other.post(`${pathOf(made)}/resume`, {})
    await all()
    assert.equal((await other.get(pathOf(made))).body.status, 'completed')
  })

  test('of an archived template are refused', async ({ assert }) => {
    await inLive(acme, () => Templates.archive(template.id))
    const refused = await create(rowsOf(1))
    assert.equal(refused.body.error?.code, 'template_archived')
  })

  test('are nothing to other accounts, to the other environment and without the scope', async ({
    assert,
  }) => {
    const made = await create(rowsOf(1))
    await api.post(`${pathOf(made)}/pause`, {})
    const stranger = await ApiClient.of(await makeTenant(), 'live')
    const sandbox = await ApiClient.of(acme, 'test')
    const reader = await ApiClient.of(acme, 'live', { scopes: ['documents:read'] })
    for (const [by, code] of [
      [stranger, 'bulk_send_not_found'],
      [sandbox, 'mode_mismatch'],
    ] as const) {
      assert.equal((await by.get(pathOf(made))).body.error?.code, code)
      assert.equal((await by.get(`${pathOf(made)}/rows`)).body.error?.code, code)
      for (const verb of ['pause', 'resume', 'cancel'])
        assert.equal((await by.post(`${pathOf(made)}/${verb}`, {})).body.error?.code, code)
      assert.deepEqual((await by.get(PATH)).body.data, [])
      assert.equal((await create(rowsOf(1), {}, by)).status, 404)
    }
    assert.equal((await reader.get(pathOf(made))).status, 200)
    for (const verb of ['pause', 'resume', 'cancel'])
      assert.equal((await reader.post(`${pathOf(made)}/${verb}`, {})).status, 403)
    assert.equal((await create(rowsOf(1), {}, reader)).status, 403)
    assert.equal((await api.get(pathOf(made))).body.status, 'paused')
  })

  test('that wait in the dashboard can be read and cancelled', async ({ assert }) => {
    const sale = await inLive(acme, () => makeTemplate())
    const id = await inLive(acme, () => makeBulkSend(sale))
    assert.containsSubset((await api.get(`${PATH}/${id}`)).body, {
      status: 'draft',
      startedAt: null,
    })
    assert.equal((await api.post(`${PATH}/${id}/resume`, {})).status, 409)
    assert.equal((await api.post(`${PATH}/${id}/cancel`, {})).body.status, 'cancelled')
  })
})
