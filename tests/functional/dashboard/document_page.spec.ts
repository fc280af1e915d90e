import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { Suppression } from '#app/documents/signers/suppression'
import { Signing } from '#app/signing/signing'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, newDocument, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { roundTripsOf } from '#tests/support/round_trips'
import { StatementLog } from '#tests/support/statement_log'
import { sign } from '#tests/support/signing_hand'

test.group('Dashboard | pages of a document', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const make = async (options = {}) => {
    const by = { type: 'user' as const, id: (await ownerOf(acme)).id, name: 'Olga Owner' }
    const { id } = await inLive(acme, () => makeDocument({ signers: [ANA, BEN], by }, options))
    return { id, path: `/documents/${id}` }
  }
  const load = (id: string) => inLive(acme, async () => (await Document.whole(id)) as Document)
  const words = (html: string) => html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')

  test('are what signers see, from the draft on, and no entry says that somebody looked', async ({
    assert,
  }) => {
    for (const send of [false, true]) {
      const { id, path } = await make({ send })
      const { chainSequence, canonicalSha256 } = await load(id)
      assert.include((await olga.get(path)).text, `src="${path}/view"`)
      const { status, headers } = await olga.get(`${path}/view`)
      assert.equal(status, 200)
      assert.equal(headers.etag, `"${canonicalSha256}"`)
      assert.equal(headers['content-type'], 'application/pdf')
      assert.match(String(headers['content-disposition']), /^inline;/)
      assert.equal((await load(id)).chainSequence, chainSequence)
    }
  })

  test('are fetched in parts', async ({ assert }) => {
    const { path } = await make()
    const { status, bytes } = await olga.get(`${path}/view`, { range: 'bytes=0-4' })
    assert.equal(status, 206)
    assert.equal(bytes.toString(), '%PDF-')
  })

  test('become the sealed PDF, and the trail says who read the answers, once an hour', async ({
    assert,
  }) => {
    const { id, path } = await make()
    await sign(acme, id, ANA.email)
    await sign(acme, id, BEN.email)
    await doWork(acme, 'seal')
    const { sealedSha256 } = await load(id)
    for (let time = 0; time < 2; time++)
      assert.equal((await olga.get(`${path}/view`)).headers.etag, `"${sealedSha256}"`)
    const { text } = await olga.get(path)
    assert.equal(words(text).split('read what signers filled in').length, 2)
    assert.include(text, 'Sealed PDF, with certificate')
    for (const name of ['Original, as received', 'As shown to signers', 'Sealed PDF'])
      assert.include(text, name)
    assert.include(text, String(sealedSha256))
  })

  test('are nobody’s who may not see the document', async ({ assert }) => {
    const { path } = await make()
    const ines = await Visitor.as(acme, 'member')
    const own = await ines.upload('/documents', await newDocument())
    assert.equal((await ines.get(`${own.headers.location}/view`)).status, 200)
    for (const file of ['view', 'certificate', 'audit.csv', 'audit.pdf'])
      assert.equal((await ines.get(`${path}/${file}`)).status, 404, file)
  })

  test('are shown in two round trips, beside the trail', async ({ assert }) => {
    const { path } = await make()
    await olga.get(path) // the first page of a session notes that it is used
    assert.equal(await roundTripsOf(() => olga.get(path)), 2)
    assert.equal(await roundTripsOf(() => olga.get(`${path}?before=3`)), 2)
  })
})

test.group('Dashboard | signers of a document that was sent', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const make = async () => {
    const by = { type: 'user' as const, id: (await ownerOf(acme)).id, name: 'Olga Owner' }
    const { id, signers } = await inLive(acme, () => makeDocument({ signers: [ANA, BEN], by }))
    return { id, path: `/documents/${id}`, ana: signers[0] }
  }
  const words = (html: string) => html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')

  test('are shown with what became of their mails, and whether they look at it now', async ({
    assert,
  }) => {
    const { path, ana } = await make()
    assert.notInclude((await olga.get(path)).text, 'Emails to Ana Buyer')
    await doWork(acme, 'mail.invite')
    assert.include(words((await olga.get(path)).text), 'Invitation was accepted by the mail server')
    const text = 'update signers set seen_at = $2, opened_at = $2 where id = $1'
    const seen = (at: Date) =>
      inLive(acme, () => CurrentTenant.batch([{ text, values: [ana.id, at] }]))
    await seen(new Date())
    assert.include(words((await olga.get(path)).text), 'Has the document open now')
    await seen(new Date(Date.now() - 120_000))
    assert.include(words((await olga.get(path)).text), 'Last seen')
    await inLive(acme, () =>
      CurrentTenant.batch([{ text: `update mails set status = 'failed', error = '550 5.1.1'` }])
    )
    assert.include(words((await olga.get(path)).text), 'Invitation bounced (550 5.1.1)')
  })

  test('are mailed one by one, and nobody else with them', async ({ assert }) => {
    const { id, path, ana } = await make()
    const form = `${path}/signers/${ana.id}/reminders`
    assert.include((await olga.get(path)).text, `action="${form}"`)
    assert.equal((await olga.post(form)).status, 303)
    await doWork(acme, 'mail.remind')
    const sentTo = await inLive(acme, async () => {
      const mails = { text: 'select recipient from mails where document_id = $1', values: [id] }
      const [rows] = await CurrentTenant.batch([mails])
      return rows.map(({ recipient }) => recipient)
    })
    assert.deepEqual(sentTo, [ANA.email])
    await olga.post(form)
    assert.include((await olga.get(path)).text, 'reminded')
    await sign(acme, id, ANA.email)
    const refused = await olga.followed(await olga.post(form))
    assert.include(refused.text, 'This signer is not asked to sign at the moment')
  })

  test('are not to be mailed again at an address that was called wrong: it is to be corrected', async ({
    assert,
  }) => {
    const { id, path, ana } = await make()
    const bounces = `update signers set status = 'delivery_failed' where id = $1`
    await inLive(acme, () => CurrentTenant.batch([{ text: bounces, values: [ana.id] }]))
    const full = (await olga.get(path)).text
    assert.include(words(full), 'Email to this address bounced')
    assert.include(full, `action="${path}/signers/${ana.id}/reminders"`)

    const suppressed = [Suppression.of(ANA.email.toUpperCase(), '550 5.1.1', 'mail_1')]
    await inLive(acme, () => CurrentTenant.batch(suppressed))
    const wrong = (await olga.get(path)).text
    assert.include(words(wrong), 'We no longer send email to this address')
    assert.notInclude(wrong, `action="${path}/signers/${ana.id}/reminders"`)
    assert.include(wrong, 'aria-label="Correct address: Ana Buyer"')
    assert.include(wrong, `action="${path}/reminders"`)
    await sign(acme, id, BEN.email)
    assert.notInclude((await olga.get(path)).text, `action="${path}/reminders"`)
    await inLive(acme, () => Suppression.lift(ANA.email))
    assert.include((await olga.get(path)).text, `action="${path}/reminders"`)
  })

  test('are read in five statements, with all else that the page shows', async ({ assert }) => {
    const { path } = await make()
    await olga.get(path)
    const log = StatementLog.open()
    await olga.get(path)
    log.close()
    const ofPage = log.entries.slice(log.entries.indexOf('COMMIT') + 1)
    const asked = ofPage.filter((entry) => /^\s*(?:select|with) /i.test(entry))
    assert.equal(asked.length, 5, asked.join('\n'))
  })
})

test.group('Dashboard | evidence of a document', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const make = async () => {
    const by = { type: 'user' as const, id: (await ownerOf(acme)).id, name: 'Olga Owner' }
    const { id } = await inLive(acme, () => makeDocument({ by }))
    return { id, path: `/documents/${id}` }
  }

  test('has a certificate once the document has ended, voided ones too', async ({ assert }) => {
    const { path } = await make()
    assert.equal((await olga.get(`${path}/certificate`)).status, 404)
    assert.notInclude((await olga.get(path)).text, `href="${path}/certificate"`)
    await olga.post(`${path}/void`, { reason: 'Wrong price' })
    assert.include((await olga.get(path)).text, `href="${path}/certificate"`)
    const { status, headers, bytes } = await olga.get(`${path}/certificate`)
    assert.equal(status, 200)
    assert.match(String(headers['content-disposition']), /^attachment; .*-certificate\.pdf/)
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
    assert.include((await olga.get(path)).text, 'downloaded the certificate')
  })

  for (const [state, end] of [
    ['declined', (id: string, signer: string) => new Signing(id, signer, CLIENT).decline('No')],
    ['expired', (id: string, _signer: string) => Document.reference(id).expire()],
  ] as const)
    test(`has certificate and trail of a document that ${state}, on its page and by API`, async ({
      assert,
    }) => {
      const { id, path } = await make()
      const api = await ApiClient.of(acme, 'live')
      await inLive(acme, async () => {
        const { signers } = (await Document.whole(id))!
        clock.travel(state === 'expired' ? 60 * DAY_MS : 0)
        await end(id, signers[0].id)
        clock.restore()
        assert.equal((await Document.findOrFail(id)).status, state)
      })
      const page = await olga.get(path)
      for (const file of ['certificate', 'audit.pdf'])
        assert.include(page.text, `href="${path}/${file}"`)
      for (const file of ['/certificate', '/audit.pdf'])
        assert.equal((await olga.get(`${path}${file}`)).bytes.subarray(0, 5).toString(), '%PDF-')
      const csv = await olga.get(`${path}/audit.csv`)
      assert.include(csv.text, `document.${state}`)
      const { status, headers } = await api.get(`/api/v1${path}/certificate`)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'application/pdf')
    }).teardown(() => clock.restore())

  test('has every entry of the trail as CSV, with hashes and times in UTC', async ({ assert }) => {
    const { id, path } = await make()
    const { headers, text } = await olga.get(`${path}/audit.csv`)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    const { chainSequence, chainHash } = (await inLive(acme, () => Document.find(id)))!
    const lines = text.trim().split('\r\n')
    assert.lengthOf(lines, chainSequence + 1)
    assert.match(lines[1], /^1,\d{4}-\d\d-\d\dT[\d:.]+Z,UTC,document\.created,user,/)
    assert.include(String(lines.at(-1)), String(chainHash))
    assert.equal((await olga.get(`${path}/audit.pdf`)).headers['content-type'], 'application/pdf')
  })

  test('leads through a long trail page by page, each entry once, with seconds', async ({
    assert,
  }) => {
    const { id, path } = await make()
    for (let time = 0; time < 130; time++)
      await inLive(acme, () => Document.reference(id).recordDownload('original', BY))
    const { chainSequence } = (await inLive(acme, () => Document.find(id)))!
    const first = await olga.get(path)
    const [, older] = /href="([^"]+)"[^>]*>\s*<span>Older entries/.exec(first.text) ?? []
    const second = await olga.get(older)
    const count = (html: string) => html.split('class="timeline-what"').length - 1
    assert.equal(count(first.text), 100)
    assert.equal(count(first.text) + count(second.text), chainSequence)
    assert.include(second.text, 'Newest entries')
    assert.notInclude(second.text, 'Older entries')
    assert.match(second.text, /precision="exact"><time[^>]*>[^<]*\d\d:\d\d:\d\d UTC</)
    for (const before of ['0', '-1', 'x', '99999999999', '1&before=2'])
      assert.equal((await olga.get(`${path}?before=${before}`)).status, 200, before)
  })

  test('is who, what and when on the basic plan, without files of the trail', async ({
    assert,
  }) => {
    const ines = await Visitor.as(await makeTenant({ plan: 'free' }))
    const made = await ines.upload('/documents', await newDocument())
    const { text } = await ines.followed(made)
    assert.notInclude(text, 'audit.csv')
    for (const file of ['audit.csv', 'audit.pdf'])
      assert.equal((await ines.get(`${made.headers.location}/${file}`)).status, 403, file)
  })
})

const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }
const BY = { type: 'user' as const, id: 'usr_olga', name: 'Olga Owner' }
