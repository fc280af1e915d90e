import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { PHONE, SmsHost } from '#tests/support/sms_host'

const ANA = { role: 'Buyer', name: 'Ana Buyer', email: 'ana@example.test' }
const BEN = { role: 'Seller', name: 'Ben Seller', email: 'ben@example.test' }
const ROLES = [
  { name: 'Buyer', oneTimeCode: 'sms' },
  { name: 'Seller', oneTimeCode: 'email' },
]

type Signers = Record<string, unknown>[]

test.group('API | codes for the roles of a template', (group) => {
  let acme: Tenant
  let api: ApiClient
  let file: string
  let id: string

  group.setup(async () => {
    acme = await makeTenant()
    api = await ApiClient.of(acme, 'live')
    file = Buffer.from(await makePdf()).toString('base64')
    const sms = await SmsHost.open()
    const made = await api.post('/api/v1/templates', { title: 'Sale', roles: ROLES, file })
    id = String(made.body.id)
    return () => sms.close()
  })

  const use = (...people: object[]) => api.post(`/api/v1/templates/${id}/documents`, { people })
  const faults = ({ body }: Answer) =>
    (body.error?.details as { param: string; code: string }[]).map(
      ({ param, code }) => `${param} ${code}`
    )
  const first = ({ body }: Answer) => (body.signers as Signers)[0]

  test('are those of the person who takes the role', async ({ assert }) => {
    const made = await use({ ...ANA, phone: PHONE }, BEN)
    assert.equal(made.status, 201)
    assert.containsSubset(made.body.signers, [
      { key: 'Buyer', oneTimeCode: 'sms', phone: PHONE },
      { key: 'Seller', oneTimeCode: 'email' },
    ])
    const read = await api.get(`/api/v1/templates/${id}`)
    assert.containsSubset(read.body.roles, ROLES)
  })

  test('by SMS need a number of that person', async ({ assert }) => {
    assert.deepEqual(faults(await use(BEN, ANA)), ['people[1].phone required'])
    const wrong = await use({ ...ANA, phone: '0151' }, { ...BEN, phone: PHONE })
    assert.deepEqual(faults(wrong), ['people[0].phone not_e164', 'people[1].phone without_sms'])
  })

  test('give way to what is agreed with one person, who may be told something, too', async ({
    assert,
  }) => {
    const own = { accessCode: 'Tulip-4711', language: 'de', message: 'Check the price.' }
    const made = await use({ ...ANA, ...own }, BEN)
    assert.equal(made.status, 201)
    const { accessCode, ...others } = own
    assert.deepInclude(first(made), { access: 'code', ...others })
    assert.notProperty(first(made), 'oneTimeCode')
    const byEmail = await use({ ...ANA, oneTimeCode: 'email' }, BEN)
    assert.equal(first(byEmail).oneTimeCode, 'email')
    const both = await use({ ...ANA, accessCode, oneTimeCode: 'email' }, BEN)
    assert.deepEqual(faults(both), ['people[0].oneTimeCode one_code_only'])
    const proof = await use({ ...ANA, phone: PHONE, identity: 'single_sign_on' }, BEN)
    assert.deepEqual(faults(proof), ['people[0].identity no_provider'])
  })

  test('that nobody could send are refused, and forms know no numbers', async ({ assert }) => {
    const copy = [{ name: 'Buyer' }, { name: 'Seller', role: 'copy', oneTimeCode: 'email' }]
    const refused = await api.post('/api/v1/templates', { title: 'Sale', roles: copy, file })
    assert.deepEqual(faults(refused), ['roles[1].oneTimeCode not_for_copies'])
    const { email: member } = (await Visitor.as(acme)).user!
    const form = { role: 'Seller', members: [{ role: 'Buyer', member }], responsible: member }
    const asked = await api.post(`/api/v1/templates/${id}/forms`, form)
    assert.deepEqual(faults(asked), ['role no_phone'])
  })

  test('are set in the form of the template, which asks for a number where it is used', async ({
    assert,
  }) => {
    const olga = await Visitor.as(acme)
    const shown = await olga.get(`/templates/${id}`)
    assert.include(shown.text, 'Code by SMS · Signs on a page at the end')
    const edited = await olga.get(`/templates/${id}/edit`)
    assert.match(edited.text, /name="signers\[0\]\[oneTimeCode\]"[^]*?value="sms" selected/)
    assert.notInclude(edited.text, 'signers[0][phone]')
    const blank = (await olga.get(`/templates/${id}/use`)).text
    assert.include(blank, 'people[0][phone]')
    assert.notInclude(blank, 'people[1][phone]')
    const typed = {
      ...{ 'title': 'Sale', 'send': 'yes', 'people[0][name]': ANA.name },
      ...{ 'people[0][email]': ANA.email, 'people[0][phone]': '0151 1234' },
      ...{ 'people[1][name]': BEN.name, 'people[1][email]': BEN.email },
    }
    const wrong = await olga.post(`/templates/${id}/use`, typed)
    assert.equal(wrong.status, 422)
    assert.include(wrong.text, 'Write the number with its country code')
    const sent = { ...typed, 'people[0][phone]': '+49 151 1234-5678' }
    assert.equal((await olga.post(`/templates/${id}/use`, sent)).status, 303)
  })

  test('take a column of their own in a file of many', async ({ assert }) => {
    const rows = [{ people: [{ ...ANA, phone: PHONE }, BEN] }]
    const path = `/api/v1/templates/${id}/bulk-sends`
    assert.equal((await api.post(path, { rows })).status, 201)
    const without = await api.post(path, { rows: [{ people: [ANA, BEN] }] })
    assert.equal(without.status, 422)
    assert.include(JSON.stringify(without.body), 'A code by SMS needs a phone number')
    const olga = await Visitor.as(acme)
    assert.include((await olga.get(`/templates/${id}/bulk-sends/sample.csv`)).text, 'Buyer phone')
  })
})
