import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { certificateText } from '#tests/support/certificate_text'
import { clock } from '#app/foundation/clock'
import { smsProvider } from '#app/sending/sms/configuration'
import { MOST_FAILURES } from '#app/signing/access/code_attempts'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { PAUSE_MS as RESEND_MS } from '#app/signing/access/one_time_code'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CodeBearer } from '#tests/support/code_bearer'
import { inLive, newDocument, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { PHONE, SmsHost } from '#tests/support/sms_host'

const CHANNEL = 'signers[0][oneTimeCode]'
const NUMBER = 'signers[0][phone]'
const OTHER_PHONE = '+4915187654999'
const BY_SMS = { [CHANNEL]: 'sms', [NUMBER]: '+49 (151) 123-456 78' }

test.group('Dashboard | one-time codes', (group) => {
  let acme: Tenant
  let olga: Visitor
  let sms: SmsHost

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme', withSandbox: true })
    olga = await Visitor.as(acme, 'owner')
    sms = await SmsHost.open()
    return () => sms.close()
  })
  group.each.teardown(() => clock.restore())

  const whole = (id: string) => inLive(acme, async () => (await Document.whole(id))!)
  const made = async (values: Record<string, string>) => {
    const answer = await olga.upload('/documents', await newDocument(values))
    const path = String(answer.headers.location)
    const id = path.split('/').at(-1)!
    return { path, id, document: await whole(id) }
  }
  const asking = async (document: Document) => {
    const ana = await CodeBearer.reading(acme, document)
    await ana.request()
    await doWork(acme, 'sms.code')
    return ana
  }

  test('are chosen for one signer of a form, and the page of the document follows them', async ({
    assert,
  }) => {
    const { path, document } = await made(BY_SMS)
    assert.equal(document.signers[0].phone, PHONE)
    const before = (await olga.get(path)).text
    assert.include(before, `Has to enter a code sent by SMS to ${PHONE}`)
    const ana = await asking(document)
    const sent = (await olga.get(path)).text
    assert.include(sent, 'Code by SMS was accepted by the SMS provider')
    assert.include(sent, 'asked for a code, which was sent by SMS to •••• 678')
    assert.notInclude(sent, sms.code)
    await ana.enter(sms.code)
    const after = (await olga.get(path)).text
    assert.include(after, 'Entered the access code')
    assert.include(after, 'entered the code that was sent by SMS')
  })

  test('that the provider refuses are named on the page of the document', async ({
    assert,
    cleanup,
  }) => {
    sms.refuses(400, 21211)
    cleanup(() => sms.answers({ status: 201 }))
    const { path, document } = await made(BY_SMS)
    await asking(document)
    const { text } = await olga.get(path)
    assert.include(text, 'Code by SMS was refused by the SMS provider (400 21211)')
    assert.include(text, 'could not send a code by SMS to •••• 678 (400 21211)')
  })

  test('with a number that is none are refused beside the field, where what was typed stays', async ({
    assert,
  }) => {
    const values = { [CHANNEL]: 'sms', [NUMBER]: '0151 12345678' }
    const refused = await olga.upload('/documents', await newDocument(values))
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Write the number with its country code')
    assert.match(refused.text, /name="signers\[0\]\[phone\]"[^>]*value="0151 12345678"/)
    assert.match(refused.text, /<option value="sms" selected>/)
  })

  test('by SMS are not offered where the service sends none', async ({ assert, cleanup }) => {
    assert.include((await olga.get('/documents/new')).text, 'Sent by SMS')
    const provider = smsProvider.value
    cleanup(() => smsProvider.give(provider))
    smsProvider.give(null)
    const { text } = await olga.get('/documents/new')
    assert.include(text, 'Sent by email')
    assert.notInclude(text, 'Sent by SMS')
    assert.notInclude(text, 'Phone number')
  })

  test('of a draft stay when it is saved, and go when none is chosen', async ({ assert }) => {
    const { path, id } = await made({ ...BY_SMS, send: 'no' })
    const save = async (values: Record<string, string>) => {
      const [, version] = /name="version" value="([^"]+)"/.exec(
        (await olga.get(`${path}/edit`)).text
      )!
      await olga.upload(path, await newDocument({ version, send: 'no', ...values }, null))
      const [{ oneTimeCode, phone, accessCommitment }] = (await whole(id)).signers
      return { oneTimeCode, phone, isAsked: accessCommitment !== null }
    }
    const [signer] = (await whole(id)).signers
    const kept = { oneTimeCode: 'sms', phone: PHONE, isAsked: true }
    assert.deepEqual(await save({ [CHANNEL]: 'sms', [NUMBER]: PHONE }), kept as never)
    assert.equal((await whole(id)).signers[0].id, signer.id)
    const none = { oneTimeCode: null, phone: null, isAsked: false }
    assert.deepEqual(await save({ [NUMBER]: PHONE }), none)
  })

  test('are changed where a signer is corrected, who is let in again when locked out', async ({
    assert,
  }) => {
    const { path, document } = await made(BY_SMS)
    const [{ id: signerId, name, email }] = document.signers
    await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: 'insert into access_attempts (signer_id, failures, last_at) values ($1, $2, now())',
          values: [signerId, MOST_FAILURES],
        },
      ])
    )
    assert.include((await olga.get(path)).text, 'Correct the signer to let them try again')
    const form = `${path}/signers/${signerId}`
    const edit = (await olga.get(`${form}/edit`)).text
    assert.include(edit, 'Forget wrong codes')
    assert.include(edit, `value="${PHONE}"`)
    const same = { name, email, oneTimeCode: 'sms', phone: PHONE }
    await olga.post(form, same)
    assert.include((await olga.get(path)).text, 'Locked out')
    await olga.post(form, { ...same, unlock: 'yes' })
    assert.notInclude((await olga.get(path)).text, 'Locked out')
    const refused = await olga.post(form, { ...same, phone: '12' })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Write the number with its country code')
    await olga.post(form, { name, email, oneTimeCode: 'email' })
    const page = (await olga.get(path)).text
    assert.include(page, `Has to enter a code sent by email to ${email}`)
    assert.include(page, 'who has to enter a code sent by email')
    const both = await olga.post(form, { ...same, oneTimeCode: 'email', accessCode: 'Tulip-4711' })
    assert.equal(both.status, 422)
  })

  test('let one in again who has signed and is locked out of their own copy', async ({
    assert,
  }) => {
    const { document, path } = await made({ ...BY_SMS })
    const ana = await asking(document)
    await ana.enter(sms.code)
    await ana.consent()
    await ana.call('/viewed')
    assert.equal((await ana.finish()).status, 200)
    const [{ id: signerId }] = document.signers
    const text = 'insert into access_attempts (signer_id, failures, last_at) values ($1, $2, now())'
    await inLive(acme, () => CurrentTenant.batch([{ text, values: [signerId, MOST_FAILURES] }]))
    const form = `${path}/signers/${signerId}`
    const edit = (await olga.get(`${form}/edit`)).text
    assert.include(edit, 'Forget wrong codes')
    assert.notInclude(edit, 'name="phone"')
    assert.equal((await olga.post(form, { unlock: 'yes' })).status, 303)
    const page = (await olga.get(path)).text
    assert.notInclude(page, 'Locked out')
    assert.include(page, 'forgot the wrong codes of Ana Buyer')
    assert.deepEqual(await inLive(acme, () => documentEvidence([document.id])), [])
  })

  test('stand on the certificate, with where they were sent', async ({ assert }) => {
    const { document } = await made({ ...BY_SMS, 'signers[1][name]': '', 'signers[1][email]': '' })
    const ana = await asking(document)
    await ana.enter(sms.code)
    await ana.consent()
    await ana.call('/viewed')
    assert.equal((await ana.finish()).status, 200)
    const text = await certificateText(acme, document.id)
    assert.match(text, /Access\s+Entered \d.* a code sent by SMS to •••• 678/)
    assert.include(text.replaceAll(/\s+/g, ' '), 'in the browser that had asked for it')
  })

  test('that went to another number meanwhile leave those before uncounted, and are not named beside the first', async ({
    assert,
  }) => {
    const { document } = await made({ ...BY_SMS, 'signers[1][name]': '', 'signers[1][email]': '' })
    const [{ id: signerId }] = document.signers
    const correct = (phone: string) =>
      inLive(acme, () => Document.reference(document.id).correct(signerId, { phone }, OLGA))
    const ana = await asking(document)
    await ana.enter(sms.code)
    await correct(OTHER_PHONE)
    clock.travel(RESEND_MS)
    const stranger = await asking(await whole(document.id))
    const { code } = sms
    assert.equal((await stranger.enter(code)).status, 303)
    assert.include((await stranger.page).text, document.title)
    await correct(PHONE)
    assert.include((await ana.page).text, 'Send me a code')
    assert.include((await stranger.page).text, 'Send me a code')
    clock.travel(RESEND_MS)
    await ana.request()
    await doWork(acme, 'sms.code')
    await ana.enter(sms.code)
    await ana.consent()
    await ana.call('/viewed')
    assert.equal((await ana.finish()).status, 200)
    assert.match(await certificateText(acme, document.id), /a code sent by SMS to •••• 678/)
    assert.deepEqual(await inLive(acme, () => documentEvidence([document.id])), [])
  })

  test('that were sent before another number was set do not count where the first comes back', async ({
    assert,
  }) => {
    const { document } = await made(BY_SMS)
    const [{ id: signerId }] = document.signers
    const ana = await asking(document)
    const { code } = sms
    for (const phone of [OTHER_PHONE, PHONE])
      await inLive(acme, () => Document.reference(document.id).correct(signerId, { phone }, OLGA))
    assert.equal((await ana.enter(code)).status, 422)
    assert.include((await ana.page).text, 'Send me a code')
  })

  test('of an earlier release, entered for another number in between, are not named on the certificate', async ({
    assert,
  }) => {
    const { document } = await made({ ...BY_SMS, 'signers[1][name]': '', 'signers[1][email]': '' })
    const [{ id: signerId }] = document.signers
    const ana = await asking(document)
    await ana.enter(sms.code)
    const details = { signerId, method: 'sms_code' }
    const corrected = (phoneBefore: string, phoneAfter: string) => ({
      ...{
        action: 'signer.corrected' as const,
        actor: OLGA,
        personal: { phoneBefore, phoneAfter },
      },
      details: { signerId, changed: ['access'], access: 'sms_code' },
    })
    await inLive(acme, () =>
      Document.change(document.id, (change) => {
        const actor = change.document.signers[0].actor({ ipAddress: '192.0.2.1', userAgent: '' })
        change.log(
          corrected(PHONE, OTHER_PHONE),
          { action: 'access.code_sent', actor, details, personal: { to: '•••• 999' } },
          { action: 'access.granted', actor, details },
          corrected(OTHER_PHONE, PHONE)
        )
      })
    )
    await ana.consent()
    await ana.call('/viewed')
    assert.equal((await ana.finish()).status, 200)
    assert.notMatch(await certificateText(acme, document.id), /Access\s+Entered/)
  })

  test('of the sandbox go to its mailbox, and to no phone', async ({ assert }) => {
    const before = sms.calls.length
    const answer = await olga.upload('/test/documents', await newDocument(BY_SMS))
    const id = String(answer.headers.location).split('/').at(-1)!
    const inTest = <T>(work: () => T) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, work)
    const document = (await inTest(() => Document.whole(id)))!
    const ana = await CodeBearer.reading(acme, document, 'test')
    await ana.request()
    assert.equal(await doWork(acme, 'sms.code', { environment: 'test' }), 1)
    assert.equal(sms.calls.length, before)
    const { text } = await olga.get('/test/mailbox')
    assert.include(text, 'Code by SMS')
    assert.include(text, PHONE)
    const [mail] = /\/test\/mailbox\/mai_\w+/.exec(text)!
    const [code] = /\b\d{6}\b/.exec((await olga.get(`${mail}/content`)).text)!
    assert.equal((await ana.enter(code)).status, 303)
  })
})
