import { test } from '@japa/runner'
import { certificateText } from '#tests/support/certificate_text'
import { type Answer, ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import type Tenant from '#app/tenants/tenant'

const FIELD = { type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }
const ANA = { name: 'Ana Buyer', email: 'ana@example.com', fields: [FIELD] }

test.group('API | the language of a document', (group) => {
  let acme: Tenant
  let client: ApiClient
  let file: string

  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    client = await ApiClient.of(acme, 'live')
    file = Buffer.from(await makePdf()).toString('base64')
  })

  const create = (more: object) =>
    client.post('/api/v1/documents', { title: 'Lease', file, signers: [ANA], ...more })
  const pathOf = ({ body }: Answer) => `/api/v1/documents/${String(body.id)}`
  const patch = (path: string, json: object) => client.ask({ method: 'PATCH', path, json })

  test('is what its certificate is written in, and that of the brand until one is chosen', async ({
    assert,
  }) => {
    const made = await create({ language: 'ja' })
    assert.equal(made.body.language, 'ja')
    const japanese = await certificateText(acme, String(made.body.id))
    assert.include(japanese, '監査証跡')
    assert.match(japanese, /文書を送信/)
    assert.notMatch(japanese, /Audit trail|Document sent|Sent by|open until/)
    const copied = await client.post(`${pathOf(made)}/copy`, {})
    assert.equal(copied.body.language, 'ja')
    const cleared = await patch(pathOf(copied), { language: null })
    assert.notProperty(cleared.body, 'language')
    assert.include(await certificateText(acme, String(copied.body.id)), 'Document created')
  })

  test('comes from its template, unless it is said', async ({ assert }) => {
    const roles = [{ name: 'Buyer', fields: [FIELD] }]
    const template = await client.post('/api/v1/templates', {
      ...{ title: 'Lease', file, roles, language: 'pl' },
    })
    assert.equal(template.body.language, 'pl')
    const people = [{ role: 'Buyer', name: ANA.name, email: ANA.email }]
    const use = (more: object) =>
      client.post(`/api/v1/templates/${String(template.body.id)}/documents`, { people, ...more })
    assert.equal((await use({ send: false })).body.language, 'pl')
    assert.equal((await use({ send: false, language: 'uk' })).body.language, 'uk')
    const path = `/api/v1/templates/${String(template.body.id)}`
    assert.notProperty((await patch(path, { language: null })).body, 'language')
  })

  test('is one that we have', async ({ assert }) => {
    for (const language of ['xx', 'EN', 7, '']) {
      const { status, body } = await create({ language })
      assert.equal(status, 422, JSON.stringify(language))
      assert.equal(body.error?.param, 'language')
    }
    assert.equal((await create({ language: null })).status, 422)
  })
})
