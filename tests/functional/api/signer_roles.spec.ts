import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const ANA = { name: 'Ana Buyer', email: 'ana@example.test' }
const CEM = { name: 'Cem Counsel', email: 'cem@example.test', role: 'copy' }

interface Fault {
  param: string
  code: string
}

test.group('API | roles of signers', (group) => {
  let acme: Tenant
  let api: ApiClient
  let file: string

  group.setup(async () => {
    acme = await makeTenant()
    api = await ApiClient.of(acme, 'live')
    file = Buffer.from(await makePdf()).toString('base64')
  })

  const create = (signers: readonly object[], more: object = {}) =>
    api.post('/api/v1/documents', { title: 'Contract', signers, file, ...more })
  const faultsOf = ({ error }: Answer['body']) =>
    (error?.details as Fault[]).map(({ param, code }) => `${param} ${code}`)

  test('a copy is said of those alone who get one, and has no link', async ({ assert }) => {
    const made = await create([ANA, CEM])
    assert.equal(made.status, 201, made.text)
    const [ana, cem] = made.body.signers as Record<string, unknown>[]
    assert.notProperty(ana, 'role')
    assert.equal(cem.role, 'copy')
    assert.equal(cem.status, 'pending')
    assert.equal(made.body.emailsSent, 1)
    const links = made.body.signerLinks as { email: string }[]
    assert.deepEqual(
      links.map(({ email }) => email),
      [ANA.email]
    )
    const reading = await ApiClient.of(acme, 'live', {
      scopes: ['documents:read', 'links:read'],
    })
    const shown = (await reading.get(`/api/v1/documents/${String(made.body.id)}`)).body
    const [own, none] = shown.signers as Record<string, unknown>[]
    assert.property(own, 'signingUrl')
    assert.notProperty(none, 'signingUrl')
  })

  test('what a copy cannot have is refused where it was said', async ({ assert }) => {
    const field = { type: 'text', page: 1, x: 10, y: 10, width: 100, height: 20 }
    const cem = { ...CEM, order: 1, accessCode: 'blue-7-heron', message: 'Read this' }
    const refused = await create(
      [
        { ...ANA, order: 1 },
        { ...cem, fields: [field] },
      ],
      {
        fields: [{ ...field, signer: CEM.email }],
      }
    )
    assert.equal(refused.status, 422)
    assert.sameMembers(faultsOf(refused.body), [
      'signers[1].order not_for_copies',
      'signers[1].accessCode not_for_copies',
      'signers[1].message not_for_copies',
      'signers[1].fields not_for_copies',
      'fields[0].signer not_for_copies',
    ])
    const nobody = await create([CEM])
    assert.deepEqual(faultsOf(nobody.body), ['signers nobody_signs'])
    assert.equal((await create([{ ...ANA, role: 'witness' }])).status, 422)
  })

  test('a copy takes no signature of the plan, and no place among its signers', async ({
    assert,
  }) => {
    const free = await makeTenant({ plan: 'free', withSandbox: true })
    const sandbox = await ApiClient.of(free, 'test')
    const both = [ANA, { name: 'Ben Seller', email: 'ben@example.test' }]
    const order = { title: 'Contract', file }
    const made = await sandbox.post('/api/v1/documents', { ...order, signers: [...both, CEM] })
    assert.equal(made.status, 201, made.text)
    const third = { ...CEM, role: 'signer' }
    const refused = await sandbox.post('/api/v1/documents', { ...order, signers: [...both, third] })
    assert.equal(refused.body.error?.code, 'signer_limit_exceeded')
    const signatures = async () =>
      ((await api.get('/api/v1/usage')).body.items as { name: string; used: number }[]).find(
        ({ name }) => name === 'signatures'
      )!.used
    const before = await signatures()
    await create([ANA, CEM])
    assert.equal(await signatures(), before + 1)
  })

  test('an approver has fields, and none for a mark', async ({ assert }) => {
    const field = { page: 1, x: 10, y: 10, width: 100, height: 20 }
    const dora = { name: 'Dora Director', email: 'dora@example.test', role: 'approver' }
    const text = { ...field, type: 'text' }
    const made = await create([ANA, { ...dora, fields: [text] }])
    assert.equal(made.status, 201, made.text)
    assert.equal((made.body.signers as { role?: string }[])[1].role, 'approver')
    const marks = [text, { ...field, type: 'initials' }]
    const refused = await create([ANA, { ...dora, fields: marks }], {
      fields: [{ ...field, type: 'signature', signer: dora.email }],
    })
    assert.sameMembers(faultsOf(refused.body), [
      'signers[1].fields[1].type not_for_approvers',
      'fields[0].type not_for_approvers',
    ])
    assert.equal((await create([dora])).status, 201)
  })

  test('a role of a template says it for the documents made of it', async ({ assert }) => {
    const roles = [{ name: 'Buyer' }, { name: 'Counsel', role: 'copy' }]
    const made = await api.post('/api/v1/templates', { title: 'Sale', roles, file })
    assert.equal(made.status, 201, made.text)
    assert.equal((made.body.roles as { role?: string }[])[1].role, 'copy')
    assert.notProperty((made.body.roles as object[])[0], 'role')
    const people = [
      { role: 'Buyer', ...ANA },
      { role: 'Counsel', name: CEM.name, email: CEM.email },
    ]
    const path = `/api/v1/templates/${String(made.body.id)}/documents`
    const used = await api.post(path, { people })
    assert.equal((used.body.signers as { role?: string }[])[1].role, 'copy')
    const alone = [{ name: 'Counsel', role: 'copy' }]
    const refused = await api.post('/api/v1/templates', { title: 'Sale', roles: alone, file })
    assert.deepEqual(faultsOf(refused.body), ['roles nobody_signs'])
  })

  test('a correction asks a copy for no code, and a copied draft keeps its copies', async ({
    assert,
  }) => {
    const made = await create([ANA, CEM], { send: false })
    const path = `/api/v1/documents/${String(made.body.id)}`
    const [, cem] = made.body.signers as { id: string }[]
    const patch = (json: object) =>
      api.ask({ method: 'PATCH', path: `${path}/signers/${cem.id}`, json })
    const refused = await patch({ accessCode: 'blue-7-heron' })
    assert.deepEqual(faultsOf(refused.body), ['accessCode not_for_copies'])
    const moved = await patch({ email: 'cem@law.test' })
    assert.equal(moved.status, 200, moved.text)
    const copied = await api.post(`${path}/copy`, {})
    const [, again] = copied.body.signers as { role: string; email: string }[]
    assert.equal(again.role, 'copy')
    assert.equal(again.email, 'cem@law.test')
  })
})
