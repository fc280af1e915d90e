import { FormData } from 'undici'
import { test } from '@japa/runner'
import { Teamwork } from '#app/identity/teams/teamwork'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const PATH = '/api/v1/templates'
const SIGNATURE = { type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }
const ROLES = [
  { name: 'Buyer', order: 1, fields: [SIGNATURE] },
  {
    name: 'Seller',
    order: 2,
    fields: [{ ...SIGNATURE, unit: 'percent', x: 50, y: 50, width: 20, height: 5 }],
  },
]
const PEOPLE = [
  { role: 'seller', name: 'Ben Seller', email: 'ben@example.test' },
  { role: 'Buyer', name: 'Ana Buyer', email: 'ana@example.test' },
]

test.group('API | templates', (group) => {
  let acme: Tenant
  let globex: Tenant
  let api: ApiClient
  let file: string

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant()
    api = await ApiClient.of(acme, 'live')
    file = Buffer.from(await makePdf()).toString('base64')
  })

  const create = (more = {}) => api.post(PATH, { title: 'Lease', roles: ROLES, file, ...more })
  const patch = (id: unknown, json: unknown) =>
    api.ask({ method: 'PATCH', path: `${PATH}/${String(id)}`, json })
  const codesOf = ({ body }: Answer) =>
    (body.error?.details as { param: string; code: string }[]).map(({ param, code }) => [
      param,
      code,
    ])

  test('are created as JSON and as a form, listed, found and read', async ({ assert }) => {
    const made = await create({ title: 'Häuser mieten', expiresIn: '10d' })
    assert.equal(made.status, 201)
    assert.containsSubset(made.body, {
      version: 1,
      expiresIn: '10d',
      archivedAt: null,
      pageCount: 1,
    })
    assert.equal(made.headers.location, `${PATH}/${String(made.body.id)}`)
    const form = new FormData()
    form.set('file', new Blob([Buffer.from(file, 'base64')], { type: 'application/pdf' }), 'a.pdf')
    form.set('title', 'By form')
    form.set('roles', JSON.stringify(ROLES))
    const formed = await api.ask({ method: 'POST', path: PATH, body: form })
    assert.equal(formed.status, 201)
    const idsOf = async (query: string) =>
      ((await api.get(`${PATH}${query}`)).body.data as { id: string }[]).map(({ id }) => id)
    assert.deepEqual(await idsOf('?q=hauser'), [made.body.id])
    const first = await api.get(`${PATH}?limit=1`)
    assert.isTrue(first.body.hasMore)
    const next = await idsOf(`?limit=1&cursor=${String(first.body.nextCursor)}`)
    assert.deepEqual(next, [made.body.id])
    const read = await api.get(`${PATH}/${String(made.body.id)}`)
    assert.deepEqual(read.body.roles, made.body.roles)
  })

  test('are shared with teams by name, and names that no team has are said', async ({ assert }) => {
    const by = { type: 'user', id: 'usr_by', name: 'By' } as const
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, async () => {
      for (const name of ['Sales', 'Legal']) await new Teamwork(by).create(name)
    })
    const made = await create({ teams: ['sales'] })
    assert.deepEqual(made.body.teams, ['Sales'])
    const refused = await patch(made.body.id, { teams: ['Sales', 'Sails'] })
    assert.equal(refused.status, 422)
    assert.deepEqual(codesOf(refused), [['teams[1]', 'unknown_team']])
    const both = await patch(made.body.id, { teams: ['LEGAL', 'Sales'] })
    assert.containsSubset(both.body, { teams: ['Legal', 'Sales'], version: 1 })
    const { body: untouched } = await patch(made.body.id, { title: 'Named anew' })
    assert.deepEqual(untouched.teams, ['Legal', 'Sales'])
    assert.notProperty((await patch(made.body.id, { teams: [] })).body, 'teams')
    const unknown = await create({ teams: ['Sails'] })
    assert.deepEqual(codesOf(unknown), [['teams[0]', 'unknown_team']])
  })

  test('are created once for one Idempotency-Key', async ({ assert }) => {
    const headers = { 'idempotency-key': 'lease-1' }
    const order = { title: 'Once', roles: ROLES, file }
    const [one, two] = [await api.post(PATH, order, headers), await api.post(PATH, order, headers)]
    assert.equal(one.text, two.text)
    assert.equal(two.headers['idempotent-replayed'], 'true')
  })

  test('get a version with each change, and refuse one that was not seen', async ({ assert }) => {
    const { body } = await create({ message: 'By Friday' })
    const changed = await patch(body.id, { title: 'Second', message: null, version: 1 })
    assert.containsSubset(changed.body, { version: 2, title: 'Second', message: null })
    assert.deepEqual(changed.body.roles, body.roles)
    assert.equal((await patch(body.id, { title: 'Second' })).body.version, 2)
    const stale = await patch(body.id, { title: 'Third', version: 1 })
    assert.equal(stale.status, 409)
    assert.containsSubset(stale.body.error, { code: 'template_changed', details: { version: 2 } })
    const renamed = await patch(body.id, { roles: [{ name: 'A' }, { name: 'a' }] })
    assert.equal(renamed.status, 422)
    assert.deepEqual(codesOf(renamed), [['roles[1].name', 'duplicate']])
  })

  test('become documents with people in their roles, once, of the version that was asked for', async ({
    assert,
  }) => {
    const { body: template } = await create()
    await patch(template.id, { title: 'Second' })
    const path = `${PATH}/${String(template.id)}/documents`
    const headers = { 'idempotency-key': 'send-1' }
    const order = { people: PEOPLE, version: 1, metadata: { deal: '1' } }
    const [sent, again] = [
      await api.post(path, order, headers),
      await api.post(path, order, headers),
    ]
    assert.equal(sent.status, 201)
    assert.equal(sent.text, again.text)
    assert.containsSubset(sent.body, {
      status: 'pending',
      title: 'Lease',
      template: { id: template.id, version: 1 },
    })
    assert.lengthOf(sent.body.signerLinks as unknown[], 2)
    const { body } = await api.get(`/api/v1/documents/${String(sent.body.id)}`)
    assert.deepEqual(
      (body.signers as Record<string, unknown>[]).map(({ key, name, order: at }) => [
        key,
        name,
        at,
      ]),
      [
        ['Buyer', 'Ana Buyer', 1],
        ['Seller', 'Ben Seller', 2],
      ]
    )
    const draft = await api.post(path, { people: PEOPLE, send: false, title: 'Mine' })
    assert.containsSubset(draft.body, {
      status: 'draft',
      title: 'Mine',
      template: { id: template.id, version: 2 },
    })
  })

  test('get what their sender fills in for the signers, and say what does not fit', async ({
    assert,
  }) => {
    const box = { page: 1, x: 60, y: 300, width: 180, height: 24 }
    const fields = [
      SIGNATURE,
      { ...box, type: 'number', options: { key: 'price', max: 1_000 } },
      { ...box, type: 'checkbox', y: 400, width: 20, options: { label: 'Paid' } },
      { ...box, type: 'text', y: 440, options: { label: 'Größe (in cm), circa' } },
    ]
    const roles = [{ ...ROLES[0], fields }, ROLES[1]]
    const { body: template } = await create({ roles })
    const path = `${PATH}/${String(template.id)}/documents`
    const fill = (values: unknown) => api.post(path, { people: PEOPLE, send: false, values })
    const { body } = await fill({ 'Price': '250', 'paid': 'yes', 'Größe (in cm), circa': '180' })
    const { body: whole } = await api.get(`/api/v1/documents/${String(body.id)}`)
    const buyer = (whole.signers as { key: string; fields: object[] }[])[0]
    assert.containsSubset(buyer.fields, [
      { options: { key: 'price', default: '250' } },
      { options: { default: true } },
      { options: { default: '180' } },
    ])
    assert.deepEqual(codesOf(await fill({ 'two\nlines': '1' })), [['values', 'odd_key']])
    assert.deepEqual(codesOf(await fill({ prize: '250' })), [['values.prize', 'unknown_field']])
    assert.deepEqual(codesOf(await fill({ paid: 'maybe' })), [['values.paid', 'type']])
    assert.equal((await fill({ price: '2500' })).status, 422)
    assert.equal((await fill({ price: 250 })).status, 422)
  })

  test('say of which person what is wrong', async ({ assert }) => {
    const { body: template } = await create()
    const path = `${PATH}/${String(template.id)}/documents`
    const [seller, buyer] = PEOPLE
    const faulty = async (people: unknown[]) => codesOf(await api.post(path, { people }))
    assert.deepEqual(await faulty([seller]), [['people', 'role_empty']])
    assert.deepEqual(await faulty([seller, { ...buyer, role: 'Witness' }]), [
      ['people[1].role', 'unknown_role'],
      ['people', 'role_empty'],
    ])
    assert.deepEqual(await faulty([seller, { ...buyer, email: 'signer+a@sandbox.test' }]), [
      ['people[1].email', 'sandbox_address'],
    ])
    assert.equal((await api.post(path, { people: PEOPLE, version: 7 })).status, 404)
  })

  test('are of no use while they are archived', async ({ assert }) => {
    const { body: template } = await create()
    const path = `${PATH}/${String(template.id)}`
    const archived = await api.post(`${path}/archive`, {})
    assert.isString(archived.body.archivedAt)
    assert.equal((await api.post(`${path}/documents`, { people: PEOPLE })).status, 409)
    assert.equal((await patch(template.id, { title: 'X' })).body.error?.code, 'template_archived')
    const [listed] = (await api.get(`${PATH}?archived=true`)).body.data as { id: string }[]
    assert.equal(listed.id, template.id)
    assert.isNull((await api.post(`${path}/restore`, {})).body.archivedAt)
  })

  test('tell subscribers what became of them', async ({ assert }) => {
    const { body: template } = await create({ title: 'Told' })
    await patch(template.id, { title: 'Told twice' })
    await api.post(`${PATH}/${String(template.id)}/archive`, {})
    await api.post(`${PATH}/${String(template.id)}/archive`, {})
    const { body } = await api.get('/api/v1/events?limit=100')
    const told = (body.data as { event: string; data: Record<string, unknown> }[])
      .filter(({ data }) => data.templateId === template.id)
      .map(({ event, data }) => [event, data.version, data.title])
    assert.sameDeepMembers(told, [
      ['template.created', 1, 'Told'],
      ['template.updated', 2, 'Told twice'],
      ['template.archived', 2, 'Told twice'],
    ])
  })

  test('need their scopes, and those of another tenant or environment are not there', async ({
    assert,
  }) => {
    const { body: template } = await create()
    const { id } = template
    const reader = await ApiClient.of(acme, 'live', { scopes: ['templates:read'] })
    const sender = await ApiClient.of(acme, 'live', { scopes: ['documents:write'] })
    const stranger = await ApiClient.of(globex, 'live')
    const tester = await ApiClient.of(acme, 'test')
    const use = `${PATH}/${String(id)}/documents`
    for (const [client, path, status] of [
      [reader, `${PATH}/${String(id)}/archive`, 403],
      [reader, use, 403],
      [sender, use, 403],
      [stranger, use, 404],
      [stranger, `${PATH}/${String(id)}/archive`, 404],
    ] as const)
      assert.equal((await client.post(path, path === use ? { people: PEOPLE } : {})).status, status)
    assert.equal((await reader.get(`${PATH}/${String(id)}`)).status, 200)
    assert.equal((await sender.get(PATH)).status, 403)
    assert.equal((await stranger.get(`${PATH}/${String(id)}`)).status, 404)
    assert.deepEqual((await stranger.get(PATH)).body.data, [])
    assert.equal((await tester.get(`${PATH}/${String(id)}`)).body.error?.code, 'mode_mismatch')
    const inSandbox = await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
      makeTemplate()
    )
    assert.equal((await tester.get(`${PATH}/${inSandbox.id}`)).status, 200)
    assert.isNull((await api.get(`${PATH}/${String(id)}`)).body.archivedAt)
  })
})
