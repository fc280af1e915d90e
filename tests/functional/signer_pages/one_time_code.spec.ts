import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { bounceAddress } from '#app/notifications/bounces/bounce_token'
import { ReturnedMail } from '#app/notifications/bounces/returned_mail'
import { enterCode } from '#app/signing/access/code_entry'
import { MOST_FAILURES, PAUSE_AFTER, PAUSE_MS } from '#app/signing/access/code_attempts'
import { LIFE_MS, MOST_SENT, PAUSE_MS as RESEND_MS } from '#app/signing/access/one_time_code'
import { smsLimits } from '#app/sending/sms/configuration'
import { SignerSession } from '#app/signing/links/signer_session'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CodeBearer } from '#tests/support/code_bearer'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { deliveryReport } from '#tests/support/delivery_report'
import { doWork } from '#tests/support/inline_work'
import { refusingCommits } from '#tests/support/refused_commit'
import { PHONE, SMS_LOGIN, SMS_PATH, SmsHost } from '#tests/support/sms_host'
import { SmtpHost } from '#tests/support/smtp_host'

const TITLE = 'Contract of sale'
const BY_EMAIL = { ...ANA, oneTimeCode: 'email' as const }
const BY_SMS = { ...ANA, oneTimeCode: 'sms' as const, phone: PHONE }

let acme: Tenant
let sms: SmsHost

test.group('Signing link | one-time code', (group) => {
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
    sms = await SmsHost.open()
    return () => sms.close()
  })
  group.each.teardown(() => clock.restore())

  /** Somebody with the link, who has asked for a code and got it on their phone. */
  const ready = async () => {
    const ana = await CodeBearer.of(acme, [BY_SMS])
    await ana.request()
    await doWork(acme, 'sms.code')
    return ana
  }

  test('is sent by SMS when it is asked for, and lets in where it is entered', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme, [BY_SMS])
    const door = await ana.page
    assert.include(door.text, 'Send me a code')
    assert.include(door.text, '•••• 678')
    for (const secret of [TITLE, 'Ana Buyer', PHONE, 'name="code"'])
      assert.notInclude(door.text, secret)

    const asked = await ana.request()
    assert.deepEqual([asked.status, asked.headers.location], [303, ana.link.path])
    assert.equal(await doWork(acme, 'sms.code'), 1)
    const call = sms.calls.at(-1)!
    assert.deepEqual([call.path, call.headers.authorization], [SMS_PATH, SMS_LOGIN])
    assert.equal(call.headers['content-type'], 'application/x-www-form-urlencoded')
    const { To, From, Body } = sms.messages.at(-1)!
    assert.deepEqual([To, From], [PHONE, '+15005550006'])
    assert.match(Body, /^\d{6} is your code for a document from Acme\./)

    assert.include((await ana.page).text, 'We have sent a code to •••• 678')
    const { code } = sms
    assert.equal((await ana.enter(`${code.slice(0, 3)} ${code.slice(3)}`)).status, 303)
    assert.include((await ana.page).text, TITLE)
    await ana.consent()
    await ana.call('/viewed')
    assert.equal((await ana.finish()).status, 200)

    const entries = await trailOf(ana)
    const of = (wanted: string) => entries.find(({ action }) => action === wanted)!
    const details = { signerId: ana.link.signerId, method: 'sms_code' }
    assert.deepEqual(of('access.code_sent').body.details, details)
    assert.deepEqual(of('access.code_sent').personal.to, '•••• 678')
    assert.deepEqual(of('access.granted').body.details, details)
    assert.equal(of('document.signed').body.details.access, 'sms_code')
    assert.deepEqual(await inLive(acme, () => documentEvidence([ana.link.documentId])), [])
  })

  test('is sent by mail, and no list of mails shows it', async ({ assert, cleanup }) => {
    const host = await SmtpHost.open()
    host.takesOver()
    cleanup(() => host.close())
    const ana = await CodeBearer.of(acme, [BY_EMAIL])
    assert.include((await ana.page).text, 'a•••@example.test')
    await ana.request()
    assert.equal(await doWork(acme, 'mail.code'), 1)
    const { parsed, envelope } = host.received.at(-1)!
    assert.deepEqual(envelope.to, [ANA.email])
    const [code] = /\b\d{6}\b/.exec(parsed.text!)!
    assert.equal(parsed.subject, `Your code for “${TITLE}”`)
    const [, preview] = /display:none[^>]*>([^<]*)</.exec(String(parsed.html))!
    assert.match(preview, /^Enter it on the page/)
    assert.equal((await ana.enter(code)).status, 303)
    assert.include((await ana.page).text, TITLE)
  })

  test(
    'that a mail server refuses with {$self} did not come, as the page says, and the sender reads it'
  )
    .with(['554 5.7.1', '550 5.1.1'])
    .run(async ({ assert, cleanup }, code) => {
      const host = await SmtpHost.open()
      host.takesOver()
      cleanup(() => host.close())
      const [reply, message] = code.split(' ')
      host.behaves({ atData: () => ({ responseCode: Number(reply), message: `${message} No` }) })
      const tenant = await makeTenant({ name: 'Acme' })
      const ana = await CodeBearer.of(tenant, [{ ...BY_EMAIL, email: 'ana@nobody.test' }])
      await ana.request()
      assert.equal(await doWork(tenant, 'mail.code'), 1)
      const { text } = await ana.page
      assert.include(text, 'We could not send a code to a•••@nobody.test')
      assert.notInclude(text, 'name="code"')
      const page = await (await Visitor.as(tenant)).get(`/documents/${ana.link.documentId}`)
      assert.include(page.text, `Code by email bounced (${code})`)
      assert.include(page.text, 'could not deliver a code to ana@nobody.test')
    })

  test('that comes back did not come, unless a newer one is on its way', async ({
    assert,
    cleanup,
  }) => {
    const host = await SmtpHost.open()
    host.takesOver()
    cleanup(() => host.close())
    const ana = await CodeBearer.of(acme, [BY_EMAIL])
    const asking = async () => {
      await ana.request()
      await doWork(acme, 'mail.code')
      const [id] = /<code\.[^>]+>/.exec(host.received.at(-1)!.raw)!
      return inLive(acme, () => bounceAddress(id, 'bounce.example.test'))
    }
    const comesBack = (to: string) =>
      ReturnedMail.take(to, Buffer.from(deliveryReport({ to, recipient: ANA.email })))
    const first = await asking()
    clock.travel(RESEND_MS)
    const second = await asking()
    assert.equal(await comesBack(first), 'told')
    assert.include((await ana.page).text, 'We have sent a code to a•••@example.test')
    assert.equal(await comesBack(second), 'told')
    assert.include((await ana.page).text, 'We could not send a code to a•••@example.test')
  })

  test('counts for ten minutes', async ({ assert }) => {
    const ana = await ready()
    clock.travel(LIFE_MS)
    assert.include((await ana.page).text, 'Send me a code')
    const late = await ana.enter(sms.code)
    assert.equal(late.status, 422)
    assert.include(late.text, 'This code is no longer valid')
    clock.travel(-MINUTE_MS)
    assert.equal((await ana.enter(sms.code)).status, 303)
  })

  test('is worth nothing once a newer one was asked for', async ({ assert }) => {
    const ana = await ready()
    const first = sms.code
    clock.travel(RESEND_MS)
    await ana.request()
    await doWork(acme, 'sms.code')
    assert.notEqual(sms.code, first)
    assert.equal((await ana.enter(first)).status, 422)
    assert.equal((await ana.enter(sms.code)).status, 303)
  })

  test('that nobody needs any more is not sent, whatever was in its way before', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme, [BY_SMS])
    const before = sms.calls.length
    await ana.request()
    clock.travel(LIFE_MS)
    assert.equal(await doWork(acme, 'sms.code', { early: true }), 1)
    assert.equal(sms.calls.length, before)
  })

  test('counts in the browser alone that asked for it', async ({ assert }) => {
    const ana = await ready()
    const stranger = new CodeBearer(ana.link)
    assert.equal((await stranger.enter(sms.code)).status, 422)
    assert.include((await stranger.page).text, 'Send me a code')
    assert.equal((await ana.enter(sms.code)).status, 303)
    assert.notInclude((await stranger.page).text, TITLE)
  })

  test('counts for who presses twice, though a browser drops the answer to the first', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme, [BY_SMS])
    await ana.page
    const atFirst = new Map(ana.cookies)
    await ana.request()
    await doWork(acme, 'sms.code')
    ana.cookies = atFirst
    const second = await ana.request()
    assert.equal(second.status, 429)
    assert.include(second.text, 'name="code"')
    assert.equal((await ana.enter(sms.code)).status, 303)
    assert.include((await ana.page).text, TITLE)
  })

  test('is entered with the digits of any keyboard', async ({ assert }) => {
    const ana = await ready()
    const arabic = sms.code.replace(/\d/g, (one) => String.fromCodePoint(0x0660 + Number(one)))
    assert.equal((await ana.enter(arabic)).status, 303)
    assert.include((await ana.page).text, TITLE)
  })

  test('is used once, by how many forms it may be entered at once', async ({ assert }) => {
    const ana = await ready()
    const answers = await Promise.all(Array.from({ length: 4 }, () => ana.enter(sms.code)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303, 303]
    )
    assert.equal(await again(ana), 'right')
    const granted = (await trailOf(ana)).filter(({ action }) => action === 'access.granted')
    assert.lengthOf(granted, 1)
    await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: 'delete from access_passes where signer_id = $1',
          values: [ana.link.signerId],
        },
      ])
    )
    assert.equal((await ana.enter(sms.code)).status, 422)
    assert.equal(await again(ana), 'stale')
  })

  test(`shares its attempts with access codes: ${String(PAUSE_AFTER)} wrong ones pause, and no code is sent meanwhile`, async ({
    assert,
  }) => {
    const ana = await ready()
    const statuses = []
    for (let count = 0; count < PAUSE_AFTER; count += 1)
      statuses.push((await ana.enter('guess')).status)
    assert.deepEqual(statuses, [422, 422, 422, 422, 429])
    assert.equal((await ana.enter(sms.code)).status, 429)
    clock.travel(RESEND_MS)
    assert.equal((await ana.request()).status, 429)
    clock.travel(PAUSE_MS)
    assert.equal((await ana.request()).status, 303)
  })

  test(`locks out after ${String(MOST_FAILURES)} wrong ones, says so and tells the sender, who lets them in again`, async ({
    assert,
  }) => {
    const ana = await ready()
    const { documentId, signerId } = ana.link
    await failedBefore(signerId, MOST_FAILURES - 1)
    assert.equal((await ana.enter('guess')).status, 403)
    const locked = await ana.enter(sms.code)
    assert.equal(locked.status, 403)
    assert.include(locked.text, 'Ask Acme to let you in again')
    clock.travel(RESEND_MS)
    assert.equal((await ana.request()).status, 403)
    const entries = (await trailOf(ana)).filter(({ action }) => action === 'access.locked')
    assert.lengthOf(entries, 1)
    const notices = await inLive(acme, () => Notice.query().where('kind', 'signer.locked_out'))
    assert.deepEqual(
      notices.map(({ details }) => details),
      [{ signerId }]
    )
    await inLive(acme, () =>
      Document.reference(documentId).correct(signerId, { oneTimeCode: 'sms' }, OLGA)
    )
    assert.equal((await ana.enter(sms.code)).status, 303)
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
  })

  test('locks nobody out without telling the sender: both are stored, or neither', async ({
    assert,
  }) => {
    const ana = await ready()
    const { signerId } = ana.link
    await failedBefore(signerId, MOST_FAILURES - 1)
    const { account } = schemaNames(acme.id)
    await refusingCommits(`${account}.notices`, async () =>
      assert.equal((await ana.enter('guess')).status, 503)
    )
    assert.include((await ana.page).text, 'name="code"')
    assert.equal((await ana.enter('guess')).status, 403)
    const notices = await inLive(acme, () => Notice.query().where('kind', 'signer.locked_out'))
    assert.lengthOf(
      notices.filter(({ details }) => details.signerId === signerId),
      1
    )
    const entries = (await trailOf(ana)).filter(({ action }) => action === 'access.locked')
    assert.lengthOf(entries, 1)
  })

  test(`is sent ${String(MOST_SENT)} times an hour, however many ask at once, and not twice in half a minute`, async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme, [BY_SMS])
    const others = Array.from({ length: 6 }, () => new CodeBearer(ana.link))
    const atOnce = await Promise.all(others.map((one) => one.request()))
    assert.lengthOf(
      atOnce.filter(({ status }) => status === 303),
      1
    )
    for (let count = 1; count < MOST_SENT; count += 1) {
      clock.travel(RESEND_MS)
      assert.equal((await ana.request()).status, 303)
    }
    clock.travel(LIFE_MS)
    const refused = await ana.request()
    assert.equal(refused.status, 429)
    assert.include(refused.text, 'No more codes can be sent')
    clock.travel(6 * LIFE_MS)
    assert.equal((await ana.request()).status, 303)
    assert.isAtMost(await doWork(acme, 'sms.code', { early: true }), MOST_SENT + 1)
  })

  test('is sent by SMS so often a day to a number, and for an account; the trail says which it was', async ({
    assert,
    cleanup,
  }) => {
    const before = smsLimits.value
    cleanup(() => smsLimits.give(before))
    smsLimits.give({ perAccount: 3, perNumber: 2 })
    const tenant = await makeTenant({ withSandbox: true })
    const asking = async (phone: string, of = tenant) => {
      const bearer = await CodeBearer.of(of, [{ ...BY_SMS, phone }])
      return { bearer, answer: await bearer.request() }
    }
    const reasonOf = async ({ link }: CodeBearer) =>
      (await inLive(tenant, () => AuditTrail.read(link.documentId))).at(-1)!
    for (let sent = 0; sent < 2; sent += 1) assert.equal((await asking(PHONE)).answer.status, 303)

    const third = await asking(PHONE)
    assert.equal(third.answer.status, 429)
    assert.include(third.answer.text, 'No more codes can be sent to •••• 678 today')
    const { action, body } = await reasonOf(third.bearer)
    assert.equal(action, 'access.code_failed')
    assert.deepInclude(body.details, { method: 'sms_code', code: 'number_limit' })
    const page = await (await Visitor.as(tenant)).get(`/documents/${third.bearer.link.documentId}`)
    assert.include(page.text, 'as many as may go to this number in a day were sent')

    assert.equal((await asking('+4915112345000')).answer.status, 303)
    const fifth = await asking('+4915112345001')
    assert.equal(fifth.answer.status, 429)
    assert.equal((await reasonOf(fifth.bearer)).body.details.code, 'account_limit')
    assert.equal(await doWork(tenant, 'sms.code', { early: true }), 3)

    assert.equal((await asking(PHONE, await makeTenant())).answer.status, 303)
    const scope = { tenant: tenant.ref, environment: 'test' } as const
    const tried = await CurrentTenant.run(scope, () => makeDocument({ signers: [BY_SMS] }))
    const tester = await CodeBearer.reading(tenant, tried, 'test')
    assert.equal((await tester.request()).status, 303)
  })

  test('counts on where the next one is not sent, because so many were', async ({
    assert,
    cleanup,
  }) => {
    const before = smsLimits.value
    cleanup(() => smsLimits.give(before))
    smsLimits.give({ perAccount: 9, perNumber: 1 })
    const tenant = await makeTenant()
    const ana = await CodeBearer.of(tenant, [BY_SMS])
    assert.equal((await ana.request()).status, 303)
    await doWork(tenant, 'sms.code')
    const { code } = sms
    const refusals: number[] = []
    for (let asked = 0; asked <= MOST_SENT; asked += 1) {
      clock.travel(RESEND_MS)
      const refused = await ana.request()
      refusals.push(refused.status)
      assert.include(refused.text, 'name="code"')
    }
    assert.deepEqual(new Set(refusals), new Set([429]))
    const entries = await inLive(tenant, () => AuditTrail.read(ana.link.documentId))
    const failures = entries.filter(({ action }) => action === 'access.code_failed')
    assert.lengthOf(failures, MOST_SENT - 1)
    assert.equal((await ana.enter(code)).status, 303)
  })

  test('that the provider refuses is in the trail, and the page says that none came', async ({
    assert,
    cleanup,
  }) => {
    sms.refuses(400, 21211)
    cleanup(() => sms.answers({ status: 201 }))
    const ana = await ready()
    assert.include((await ana.page).text, 'We could not send a code to •••• 678')
    const failed = (await trailOf(ana)).find(({ action }) => action === 'access.code_failed')!
    assert.deepInclude(failed.body.details, { method: 'sms_code', code: '400 21211' })
    assert.equal(await doWork(acme, 'sms.code', { early: true }), 0)
  })

  test('that the provider refuses is told once to the one who looks after the document', async ({
    assert,
    cleanup,
  }) => {
    sms.refuses(401, 20003)
    cleanup(() => {
      sms.answers({ status: 201 })
      clock.restore()
    })
    const tenant = await makeTenant({ name: 'Acme' })
    const ana = await CodeBearer.of(tenant, [BY_SMS])
    const { documentId, signerId } = ana.link
    for (let time = 0; time < 2; time += 1) {
      await ana.request()
      assert.equal(await doWork(tenant, 'sms.code'), 1)
      clock.travel(RESEND_MS)
    }
    const told = await inLive(tenant, () => Notice.query().where('kind', 'signer.code_failed'))
    assert.deepEqual(
      told.map(({ details }) => details),
      [{ signerId, code: '401 20003' }]
    )
    const { text } = await (await Visitor.as(tenant)).get('/notices')
    assert.include(text, `No code reaches ${ANA.name}`)
    assert.include(text, 'let the code come by email')
    assert.include(text, `/documents/${documentId}`)
  })

  test('is sent again while the provider is busy, and it is the same code', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => sms.answers({ status: 201 }))
    const ana = await CodeBearer.of(acme, [BY_SMS])
    sms.answers({ status: 503 })
    await ana.request()
    await doWork(acme, 'sms.code')
    const first = sms.code
    sms.answers({ status: 201 })
    assert.equal(await doWork(acme, 'sms.code', { early: true }), 1)
    assert.equal(sms.code, first)
    assert.equal(await doWork(acme, 'sms.code', { early: true }), 0)
    assert.equal((await ana.enter(first)).status, 303)
  })

  test('goes to another number once the signer is corrected, and lets nobody in by the one before', async ({
    assert,
  }) => {
    const ana = await ready()
    await ana.enter(sms.code)
    assert.include((await ana.page).text, TITLE)
    clock.travel(RESEND_MS)
    const other = new CodeBearer(ana.link)
    await other.request()
    await doWork(acme, 'sms.code')
    const { documentId, signerId } = ana.link
    await inLive(acme, () =>
      Document.reference(documentId).correct(signerId, { phone: '+15551230000' }, OLGA)
    )
    assert.notInclude((await ana.page).text, TITLE)
    assert.equal((await other.enter(sms.code)).status, 422)
    clock.travel(RESEND_MS)
    await other.request()
    await doWork(acme, 'sms.code')
    assert.equal(sms.messages.at(-1)!.To, '+15551230000')
    assert.equal((await other.enter(sms.code)).status, 303)
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
  })

  test('is written nowhere: not in the rows, nor in what waits to be sent', async ({ assert }) => {
    const ana = await ready()
    const [codes, mails] = await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: 'select to_jsonb(c)::text as row from one_time_codes c where signer_id = $1',
          values: [ana.link.signerId],
        },
        {
          text: 'select to_jsonb(m)::text as row from mails m where signer_id = $1',
          values: [ana.link.signerId],
        },
      ])
    )
    assert.lengthOf(codes, 1)
    for (const { row } of [...codes, ...mails]) assert.notInclude(String(row), sms.code)
  })

  test('is erased with the document, and the number with it', async ({ assert }) => {
    const globex = await makeTenant()
    const ana = await CodeBearer.of(globex, [BY_SMS])
    await ana.request()
    await doWork(globex, 'sms.code')
    const { documentId } = ana.link
    const held = () => inLive(globex, holdingNumber)
    assert.deepEqual(await held(), ['signers', 'mails', 'personal_values', 'one_time_codes'])
    await inLive(globex, () => Document.reference(documentId).void({ by: OLGA }))
    await inLive(globex, async () =>
      (await Document.findOrFail(documentId)).erase({ by: OLGA, reason: 'request' })
    )
    assert.deepEqual(await held(), [])
  })
})

const HOLDERS = ['signers', 'mails', 'personal_values']

/** Which tables have the number, and which a code. */
async function holdingNumber(): Promise<string[]> {
  const text = (table: string) =>
    `select 1 from ${table} t where to_jsonb(t)::text like '%${PHONE.slice(1)}%' limit 1`
  const found = await CurrentTenant.batch([
    ...HOLDERS.map((table) => ({ text: text(table), values: [] })),
    { text: 'select 1 from one_time_codes', values: [] },
  ])
  return [...HOLDERS, 'one_time_codes'].filter((_, index) => found[index].length > 0)
}

/** A form that was sent twice: the second has asked whether the browser is let in before the first was answered. */
function again({ link, cookies }: CodeBearer) {
  const browser = cookies.get('signer_access')!
  const client = { ipAddress: '203.0.113.9', userAgent: 'Tests/1.0' }
  return inLive(acme, async () =>
    enterCode((await SignerSession.find(link.token))!, { code: sms.code, browser, client })
  )
}

function trailOf({ link }: CodeBearer) {
  return inLive(acme, () => AuditTrail.read(link.documentId))
}

function failedBefore(signerId: string, failures: number) {
  return inLive(acme, () =>
    CurrentTenant.batch([
      {
        text: `insert into access_attempts (signer_id, failures, last_at) values ($1, $2, now() - interval '1 hour')`,
        values: [signerId, failures],
      },
    ])
  )
}
