import { test } from '@japa/runner'
import { smsProvider } from '#app/sending/sms/configuration'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { PHONE, SmsHost } from '#tests/support/sms_host'

const ANA = { name: 'Ana Buyer', email: 'ana@example.test' }
const BY_SMS = { ...ANA, oneTimeCode: 'sms', phone: PHONE }

type Signers = Record<string, unknown>[]

test.group('API | one-time codes', (group) => {
  let acme: Tenant
  let client: ApiClient
  let file: string

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(acme, 'live', { scopes: ['documents:read', 'documents:write'] })
    file = Buffer.from(await makePdf()).toString('base64')
    const sms = await SmsHost.open()
    return () => sms.close()
  })

  const create = (signer: object, more: object = {}) =>
    client.post('/api/v1/documents', { title: 'Contract', signers: [signer], file, ...more })
  const correct = (documentId: unknown, signerId: unknown, json: object) =>
    client.ask({
      ...{ method: 'PATCH', json },
      path: `/api/v1/documents/${String(documentId)}/signers/${String(signerId)}`,
    })
  const settings = ({ body }: { body: Record<string, unknown> }) => {
    const [{ access, oneTimeCode, phone }] = body.signers as Signers
    return { access, oneTimeCode, phone }
  }

  test('are asked for by the way that a signer gets them, which answers repeat', async ({
    assert,
  }) => {
    const made = await create(BY_SMS)
    assert.equal(made.status, 201)
    assert.deepInclude((made.body.signers as Signers)[0], { oneTimeCode: 'sms', phone: PHONE })
    assert.notProperty((made.body.signers as Signers)[0], 'access')
    const byEmail = await create({ ...ANA, oneTimeCode: 'email' })
    assert.deepInclude((byEmail.body.signers as Signers)[0], { oneTimeCode: 'email' })
    const none = await create(ANA)
    assert.notProperty((none.body.signers as Signers)[0], 'oneTimeCode')
  })

  test('that nobody could get are refused, and nothing is made', async ({ assert }) => {
    const wrong: [object, string, string][] = [
      [{ ...BY_SMS, accessCode: 'Tulip-4711' }, 'oneTimeCode', 'one_code_only'],
      [{ ...ANA, oneTimeCode: 'sms' }, 'phone', 'required'],
      [{ ...BY_SMS, phone: '015112345678' }, 'phone', 'not_e164'],
      [{ ...BY_SMS, phone: '+49 151 1234567' }, 'phone', 'not_e164'],
      [{ ...ANA, phone: PHONE }, 'phone', 'without_sms'],
      [{ ...ANA, oneTimeCode: 'email', phone: PHONE }, 'phone', 'without_sms'],
    ]
    for (const [signer, part, code] of wrong) {
      const { status, body } = await create(signer)
      assert.equal(status, 422)
      assert.containsSubset(body.error?.details, [{ param: `signers[0].${part}`, code }])
    }
    const fax = await create({ ...ANA, oneTimeCode: 'fax' })
    assert.deepEqual([fax.status, fax.body.error?.param], [422, 'signers[0].oneTimeCode'])
  })

  test('by SMS are refused where the service sends none, also when a draft is sent', async ({
    assert,
    cleanup,
  }) => {
    const draft = await create(BY_SMS, { send: false })
    const provider = smsProvider.value
    cleanup(() => smsProvider.give(provider))
    smsProvider.give(null)
    const refused = await create(BY_SMS)
    assert.equal(refused.status, 422)
    const fault = { param: 'signers[0].oneTimeCode', code: 'sms_not_offered' }
    assert.containsSubset(refused.body.error?.details, [fault])
    const sent = await client.post(`/api/v1/documents/${String(draft.body.id)}/send`, {})
    assert.equal(sent.status, 422)
    assert.containsSubset(sent.body.error?.details, [fault])
  })

  test('are changed, moved and lifted while the document waits', async ({ assert }) => {
    const { body } = await create({ ...ANA, accessCode: 'Tulip-4711' })
    const [{ id }] = body.signers as Signers
    const change = async (json: object) => settings(await correct(body.id, id, json))
    const byEmail = { access: undefined, oneTimeCode: 'email', phone: undefined }
    assert.deepEqual(await change({ oneTimeCode: 'email' }), byEmail)
    assert.deepEqual(await change({ accessCode: null }), byEmail)
    const bySms = { access: undefined, oneTimeCode: 'sms', phone: PHONE }
    assert.deepEqual(await change({ oneTimeCode: 'sms', phone: PHONE }), bySms)
    const other = { ...bySms, phone: '+15551230000' }
    assert.deepEqual(await change({ phone: '+15551230000' }), other)
    const agreed = { access: 'code', oneTimeCode: undefined, phone: undefined }
    assert.deepEqual(await change({ accessCode: 'Daffodil 12' }), agreed)
    await change({ oneTimeCode: 'email' })
    const nothing = { access: undefined, oneTimeCode: undefined, phone: undefined }
    assert.deepEqual(await change({ oneTimeCode: null }), nothing)
    const both = await correct(body.id, id, { oneTimeCode: 'email', accessCode: 'Tulip-4711' })
    assert.deepEqual([both.status, both.body.error?.param], [422, 'oneTimeCode'])
    const lone = await correct(body.id, id, { phone: PHONE })
    assert.deepEqual([lone.status, lone.body.error?.param], [422, 'phone'])
  })

  test('come along with a copy and stay with a draft, for they hold no secret', async ({
    assert,
  }) => {
    const { body } = await create(BY_SMS, { send: false })
    const path = `/api/v1/documents/${String(body.id)}`
    const bySms = { access: undefined, oneTimeCode: 'sms', phone: PHONE }
    const edited = await client.ask({ method: 'PATCH', path, json: { title: 'Another' } })
    assert.deepEqual(settings(edited), bySms)
    assert.deepEqual(settings(await client.post(`${path}/copy`, {})), bySms)
  })
})
