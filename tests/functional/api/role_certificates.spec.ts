import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { PEOPLE, SALE } from '#tests/factories/template_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const [BUYER, SELLER] = SALE.roles
const ROLES = [
  { ...BUYER!, certificate: 'required' },
  { ...SELLER!, certificate: 'optional' },
]
const ASKED = [
  { key: 'Buyer', certificate: 'required' },
  { key: 'Seller', certificate: 'optional' },
]

test.group('API | certificates for the roles of a template', (group) => {
  let acme: Tenant
  let api: ApiClient
  let olga: Visitor
  let file: string
  let id: string

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business', withSandbox: true })
    api = await ApiClient.of(acme, 'test')
    olga = await Visitor.as(acme)
    file = Buffer.from(await makePdf()).toString('base64')
    id = String((await create(ROLES)).body.id)
  })

  const create = (roles: object[]) => api.post('/api/v1/templates', { title: 'Sale', roles, file })
  const use = (...people: object[]) => api.post(`/api/v1/templates/${id}/documents`, { people })
  const faults = ({ body }: Answer) =>
    (body.error?.details as { param: string; code: string }[]).map(
      ({ param, code }) => `${param} ${code}`
    )
  const newest = async () => {
    const { body } = await api.get('/api/v1/documents?limit=1')
    const [{ id: made }] = body.data as { id: string }[]
    return api.get(`/api/v1/documents/${made}`)
  }

  test('are asked of the person who takes the role, unless something else is asked of them', async ({
    assert,
  }) => {
    assert.containsSubset((await api.get(`/api/v1/templates/${id}`)).body.roles, [
      { name: 'Buyer', certificate: 'required' },
      { name: 'Seller', certificate: 'optional' },
    ])
    const made = await use(...PEOPLE)
    assert.equal(made.status, 201, made.text)
    assert.containsSubset(made.body.signers, ASKED)
    const [ana, ben] = PEOPLE
    const less = await use({ ...ana, certificate: 'optional' }, ben!)
    assert.containsSubset(less.body.signers, [{ key: 'Buyer', certificate: 'optional' }])
  })

  test('are asked in rows of a bulk send and of visitors of a form', async ({ assert }) => {
    const path = `/api/v1/templates/${id}`
    const sent = await api.post(`${path}/bulk-sends`, { rows: [{ people: PEOPLE }] })
    assert.equal(sent.status, 201, sent.text)
    while ((await doWork(acme, 'bulk.step', { environment: 'test' })) > 0);
    const row = await newest()
    assert.containsSubset(row.body.signers, ASKED)
    assert.containsSubset((await api.get(`/api/v1/bulk-sends/${String(sent.body.id)}`)).body, {
      rows: { sent: 1 },
    })

    const members = [{ role: 'Seller', member: olga.user!.email }]
    const order = { role: 'Buyer', members, responsible: olga.user!.email }
    const form = await api.post(`${path}/forms`, order)
    assert.equal(form.status, 201, form.text)
    const vera = new Visitor(acme)
    const filled = { once: randomUUID(), name: 'Vera Visitor', email: 'vera@example.test' }
    const { text } = await vera.post(new URL(String(form.body.url)).pathname, filled)
    const confirmed = await vera.post(/\/confirm\/cfm_[\w-]{43}/.exec(text)![0])
    assert.equal(confirmed.status, 303)
    const visited = await newest()
    assert.containsSubset(visited.body.signers, [
      { email: 'vera@example.test', certificate: 'required' },
      { certificate: 'optional' },
    ])
  })

  test('are refused where nobody could sign so, when the template is saved', async ({ assert }) => {
    const asked = { certificate: 'required' }
    const approver = { name: 'Boss', role: 'approver', order: 3, ...asked }
    assert.deepEqual(faults(await create([...SALE.roles, approver])), [
      'roles[2].certificate no_certificate',
    ])
    const copy = { name: 'Files', role: 'copy', ...asked }
    assert.deepEqual(faults(await create([...SALE.roles, copy])), [
      'roles[2].certificate not_for_copies',
    ])
    assert.deepEqual(faults(await create([{ ...BUYER!, inPerson: true, ...asked }])), [
      'roles[0].certificate no_certificate',
    ])
    const placeless = { name: 'Witness', order: 2 }
    assert.deepEqual(faults(await create([{ ...BUYER!, ...asked }, placeless])), [
      'roles[1].fields signature_field_missing',
    ])
    assert.equal((await create([BUYER!, placeless])).status, 201)
  })

  test('are seen and set in the dashboard, and come along from a document', async ({ assert }) => {
    const shown = await olga.get(`/test/templates/${id}`)
    assert.include(shown.text, 'Has to sign with a certificate of their own')
    const edited = await olga.get(`/test/templates/${id}/edit`)
    assert.match(edited.text, /name="signers\[0\]\[certificate\]"[^]*?value="required" selected/)
    const made = await use(...PEOPLE)
    const path = `/test/documents/${String(made.body.id)}/template`
    const copied = await olga.post(path, {})
    assert.equal(copied.status, 303, copied.text)
    const [, template] = /(tpl_\w+)/.exec(String(copied.headers.location))!
    const { body } = await api.get(`/api/v1/templates/${template}`)
    assert.containsSubset(body.roles, [
      { name: 'Signer 1', certificate: 'required' },
      { name: 'Signer 2', certificate: 'optional' },
    ])
  })
})
