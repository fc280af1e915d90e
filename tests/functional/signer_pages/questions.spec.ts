import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { Profile } from '#app/brand/profile'
import Mail from '#app/notifications/mail'
import { WORDINGS } from '#app/notifications/notices/index'
import { Reader } from '#app/notifications/reader'
import { MOST_QUESTIONS } from '#app/signing/questions/question'
import { Signing } from '#app/signing/signing'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { CLIENT, SigningLink } from '#tests/support/signing_link'
import { SmtpHost } from '#tests/support/smtp_host'

const TEXT = 'Is the garage included?\nAnd the <b>cellar</b>?'
const QUESTION = { kind: 'question', message: TEXT }
const ANSWER = 'The garage is.\nThe <i>cellar</i> is not.'

/** Where the page of the document leads to answer. */
const formOf = ({ documentId }: SigningLink) =>
  new RegExp(`/documents/${documentId}/questions/(qst_\\w+)/answer`)

let acme: Tenant

test.group('Signing link | questions', (group) => {
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme', withSandbox: true })
  })

  const linked = async () => SigningLink.of(acme, await inLive(acme, () => makeDocument()))
  const entriesOf = ({ documentId }: SigningLink, action = 'signer.asked') =>
    inLive(acme, async () =>
      (await AuditTrail.read(documentId)).filter((entry) => entry.action === action)
    )
  /** One that was asked, and the address of the form that answers it. */
  const asked = async () => {
    const link = await linked()
    await link.submit('/ask', QUESTION)
    const olga = await Visitor.as(acme)
    const page = `/documents/${link.documentId}`
    const [form] = formOf(link).exec((await olga.get(page)).text) ?? []
    return { link, olga, page, form: form! }
  }
  const noticesOf = async (link: SigningLink) => {
    const ids = (await entriesOf(link)).map(({ body }) => body.details.questionId)
    const notices = await inLive(acme, () => Notice.query().where('kind', 'signer.asked'))
    return notices.filter(({ details }) => ids.includes(details.questionId))
  }

  test('reach the sender by a mail that they reply to, and the page of the document', async ({
    assert,
  }) => {
    const link = await linked()
    assert.include((await link.get()).text, `${link.path}/ask`)
    assert.include((await link.get('/ask')).text, 'I would like to sign on paper')
    const sent = await link.submit('/ask', QUESTION)
    assert.equal(sent.status, 200)
    assert.include(sent.text, 'Acme answers to ana@example.test')

    const [notice, ...others] = await noticesOf(link)
    assert.lengthOf(others, 0)
    const words = await inLive(acme, async () => {
      const reader = new Reader(await ownerOf(acme), await Profile.current())
      return WORDINGS['signer.asked'].words(notice.details, reader)
    })
    assert.equal(words?.subject, 'Ana Buyer has a question')
    assert.deepEqual(words?.quote, { by: 'Ana Buyer', text: TEXT })
    assert.deepEqual(words?.replyTo, { name: 'Ana Buyer', address: 'ana@example.test' })
    const { text } = await (await Visitor.as(acme)).get(`/documents/${link.documentId}`)
    assert.include(text, 'Is the garage included?')
    assert.include(text, '&lt;b&gt;cellar&lt;/b&gt;')
    assert.match(text, formOf(link))
    assert.include(text, 'asked the sender a question')
  })

  test('are committed to by the trail, which does not repeat them', async ({ assert }) => {
    const link = await linked()
    await link.submit('/ask', { kind: 'paper', message: 'I have no printer, please send it' })
    const [{ body, personal }] = await entriesOf(link)
    assert.equal(body.details.kind, 'paper')
    assert.match(String(body.details.commitment), /^[0-9a-f]{64}$/)
    assert.notInclude(JSON.stringify([body, personal]), 'printer')
    const evidence = () => inLive(acme, () => documentEvidence([link.documentId]))
    assert.deepEqual(await evidence(), [])
    await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: 'update signer_questions set content = $2 where document_id = $1',
          values: [link.documentId, Buffer.alloc(60)],
        },
      ])
    )
    const [finding] = await evidence()
    assert.match(finding.message, /^the message qst_\w+ is not the one that was written$/)
  })

  test('that say nothing, or not what they are about, are refused and stay in the form', async ({
    assert,
  }) => {
    const link = await linked()
    const refusals = [
      [{ kind: 'rebate', message: TEXT }, 'garage'],
      [{ kind: 'rebate', message: TEXT }, 'Choose what it is about.'],
      [{ kind: 'question', message: ' ' }, 'checked'],
      [{ kind: 'question', message: 'x'.repeat(2_001) }, '2,000'],
      [{ kind: 'question', message: 'a\u202Eb' }, 'checked'],
    ] as const
    for (const [values, kept] of refusals) {
      const { status, text } = await link.submit('/ask', values)
      assert.equal(status, 422)
      assert.include(text, kept)
    }
    assert.lengthOf(await entriesOf(link), 0)
  })

  test(`end after ${String(MOST_QUESTIONS)} of one signer, however many come at once`, async ({
    assert,
  }) => {
    const link = await linked()
    const answers = await Promise.all(
      Array.from({ length: MOST_QUESTIONS + 3 }, (_, number) =>
        link.submit('/ask', { kind: 'question', message: `Question ${number}` })
      )
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses.slice(-4), [200, 409, 409, 409])
    assert.lengthOf(await entriesOf(link), MOST_QUESTIONS)
    assert.include((await link.submit('/ask', QUESTION)).text, 'You have sent ten messages')
  })

  test('are sent once, however often the form is', async ({ assert }) => {
    const link = await linked()
    const answers = await Promise.all([1, 2, 3].map(() => link.submit('/ask', QUESTION)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.lengthOf(await entriesOf(link), 1)
    assert.lengthOf(await noticesOf(link), 1)
    await link.submit('/ask', { ...QUESTION, kind: 'paper' })
    assert.lengthOf(await entriesOf(link), 2)
  })

  test('are answered once, on the signer’s page and in a mail in their language', async ({
    assert,
    cleanup,
  }) => {
    const { link, olga, page, form } = await asked()
    const host = await SmtpHost.open()
    host.takesOver()
    cleanup(() => host.close())
    await link.within(() => link.steps().choose('de'))
    assert.include((await olga.get(form)).text, '&lt;b&gt;cellar&lt;/b&gt;')
    for (const wrong of ['', 'x'.repeat(2_001), 'a\u202Eb'])
      assert.equal((await olga.post(form, { answer: wrong })).status, 422)
    const answer = { answer: ANSWER }
    const sent = await Promise.all([1, 2, 3].map(() => olga.post(form, answer)))
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]))
    const other = await olga.post(form, { answer: 'Neither is.' })
    assert.equal(other.status, 409)
    for (const words of ['another answer already', 'The garage is.', 'Neither is.'])
      assert.include(other.text, words)

    const [entry, ...more] = await entriesOf(link, 'question.answered')
    assert.lengthOf(more, 0)
    assert.equal(entry.body.details.signerId, link.signerId)
    assert.notInclude(JSON.stringify(entry), 'garage')
    assert.deepEqual(await inLive(acme, () => documentEvidence([link.documentId])), [])

    await doWork(acme, 'mail.answer')
    const [{ parsed, envelope }, ...others] = host.received
    assert.lengthOf(others, 0)
    assert.deepEqual(envelope.to, ['ana@example.test'])
    assert.equal(parsed.subject, 'Antwort auf Ihre Nachricht zu „Contract of sale“')
    assert.include(parsed.text!, link.path)
    assert.include(parsed.text!, '> The garage is.')
    assert.include(String(parsed.html), '&lt;i&gt;cellar&lt;/i&gt;')

    const before = (await link.get()).text
    await link.submit('/consent', {
      accepted: 'yes',
      consentVersion: /name="consentVersion" value="([^"]+)"/.exec(before)![1],
    })
    for (const text of [before, (await link.get()).text, (await olga.get(page)).text]) {
      assert.include(text, '&lt;b&gt;cellar&lt;/b&gt;')
      assert.include(text, '&lt;i&gt;cellar&lt;/i&gt;')
    }
    const { text } = await olga.get(page)
    assert.notMatch(text, formOf(link))
    assert.match(text, /answered the message of .?Ana Buyer/)
    const ben = await inLive(acme, async () => (await Document.whole(link.documentId))!)
    const his = await (await SigningLink.of(acme, ben, { at: 1 })).get()
    assert.equal(his.status, 200)
    assert.notInclude(his.text, 'cellar')
  })

  test('have the answer that the trail commits to, and no other', async ({ assert }) => {
    const { link, olga, form } = await asked()
    await olga.post(form, { answer: ANSWER })
    const findings = async (answer: string) => {
      const text = `update signer_questions set answer = ${answer} where document_id = $1`
      await inLive(acme, () => CurrentTenant.batch([{ text, values: [link.documentId] }]))
      const found = await inLive(acme, () => documentEvidence([link.documentId]))
      return found.map(({ message }) => message.replace(/qst_\w+/, 'it'))
    }
    for (const answer of ['null', 'content'])
      assert.deepEqual(await findings(answer), ['the answer to it is not the one that was given'])
    // its mail has nothing left to say
    const text = 'delete from signer_questions where document_id = $1'
    await inLive(acme, () => CurrentTenant.batch([{ text, values: [link.documentId] }]))
    await doWork(acme, 'mail.answer')
  })

  test('that do not open any more are said to be unreadable, and hide nothing else', async ({
    assert,
  }) => {
    const { link, olga, page, form } = await asked()
    await link.submit('/ask', { kind: 'question', message: 'And the attic?' })
    const attic = [...(await olga.get(page)).text.matchAll(new RegExp(formOf(link), 'g'))].at(-1)!
    await olga.post(attic[0], { answer: 'The attic is.' })
    const tamper = (column: string, at: string) =>
      inLive(acme, () =>
        CurrentTenant.batch([
          {
            text: `update signer_questions set ${column} = $2 where id = $1`,
            values: [/qst_\w+/.exec(at)![0], Buffer.alloc(60)],
          },
        ])
      )
    await tamper('answer', attic[0])
    const page1 = (await olga.get(page)).text
    for (const words of ['garage', 'And the attic?', 'This message cannot be read'])
      assert.include(page1, words)
    const signers = await link.get()
    assert.equal(signers.status, 200)
    for (const words of ['garage', 'And the attic?', 'This message cannot be read'])
      assert.include(signers.text, words)

    await tamper('content', form)
    const { status, text } = await olga.get(page)
    assert.equal(status, 200)
    assert.include(text, 'A message')
    assert.include(text, 'And the attic?')
    assert.notInclude(text, 'garage')
    assert.notInclude(text, form)
    const own = await link.get()
    assert.equal(own.status, 200)
    assert.notInclude(own.text, 'garage')
    assert.include(own.text, 'And the attic?')
    for (const answer of [await olga.get(form), await olga.post(form, { answer: ANSWER })])
      assert.equal(answer.status, 404)
    const [notice] = await noticesOf(link)
    const words = await inLive(acme, async () => {
      const reader = new Reader(await ownerOf(acme), await Profile.current())
      return WORDINGS['signer.asked'].words(notice.details, reader)
    })
    assert.isNull(words)
    assert.equal((await link.submit('/ask', { kind: 'paper', message: 'Please' })).status, 200)
    await doWork(acme, 'mail.answer')
    const mails = await inLive(acme, () =>
      Mail.query().where('kind', 'answer').where('signerId', link.signerId)
    )
    assert.lengthOf(mails, 0)
  })

  test('are answered by those who may change the document, about that document', async ({
    assert,
  }) => {
    const [{ link, olga, page, form }, second] = [await asked(), await asked()]
    const viewer = await Visitor.as(acme, 'viewer')
    const answer = { answer: ANSWER }
    assert.equal((await viewer.get(form)).status, 404)
    assert.equal((await viewer.post(form, answer)).status, 404)
    const hers = { text: 'update documents set holder_id = $2 where id = $1' }
    await inLive(acme, () =>
      CurrentTenant.batch([{ ...hers, values: [link.documentId, viewer.user!.id] }])
    )
    assert.include((await viewer.get(page)).text, 'href="mailto:ana%40example.test')
    assert.equal((await viewer.get(form)).status, 403)
    assert.equal((await viewer.post(form, answer)).status, 403)
    const swapped = form.replace(link.documentId, second.link.documentId)
    for (const path of [swapped, `/test${form}`, form.replace(/qst_\w+/, 'qst_none')]) {
      assert.equal((await olga.get(path)).status, 404)
      assert.equal((await olga.post(path, answer)).status, 404)
    }
    assert.lengthOf(await entriesOf(link, 'question.answered'), 0)
    assert.lengthOf(await entriesOf(second.link, 'question.answered'), 0)
  })

  test('of somebody who cannot sign any more are answered by mail', async ({ assert }) => {
    const { link, olga, page, form } = await asked()
    await inLive(acme, () => Document.reference(link.documentId).void({ by: OLGA }))
    const { text } = await olga.get(page)
    assert.notMatch(text, formOf(link))
    assert.include(text, 'href="mailto:ana%40example.test?subject=Contract%20of%20sale"')
    assert.equal((await olga.get(form)).status, 404)
    assert.equal((await olga.post(form, { answer: ANSWER })).status, 303)
    assert.include((await olga.get(page)).text, 'not asked to sign')
    assert.lengthOf(await entriesOf(link, 'question.answered'), 0)
  })

  test('of somebody who signs in person are answered without a mail', async ({ assert }) => {
    const document = await inLive(acme, () =>
      makeDocument({ signers: [{ ...ANA, inPerson: true }] })
    )
    const link = await SigningLink.of(acme, document)
    const steps = new Signing(document.id, link.signerId, CLIENT)
    await inLive(acme, () => steps.ask('question', TEXT))
    const olga = await Visitor.as(acme)
    const [form] = formOf(link).exec((await olga.get(`/documents/${document.id}`)).text) ?? []
    assert.equal((await olga.post(form!, { answer: ANSWER })).status, 303)
    assert.lengthOf(await entriesOf(link, 'question.answered'), 1)
    assert.equal(await doWork(acme, 'mail.answer'), 0)
  })

  test('stay those of the one who asked, even if somebody else signs in their place', async ({
    assert,
  }) => {
    const link = await linked()
    await link.submit('/ask', QUESTION)
    const answered = await asked()
    await answered.olga.post(answered.form, { answer: ANSWER })
    const { documentId, signerId } = link
    const to = { name: 'Dora Deputy', email: 'dora@example.test' }
    await inLive(acme, () => Document.reference(documentId).correct(signerId, to, OLGA))
    const [notice] = await noticesOf(link)
    const words = await inLive(acme, async () => {
      const reader = new Reader(await ownerOf(acme), await Profile.current())
      return WORDINGS['signer.asked'].words(notice.details, reader)
    })
    assert.equal(words?.subject, 'Ana Buyer has a question')
    assert.deepEqual(words?.replyTo, { name: 'Ana Buyer', address: 'ana@example.test' })
    const { text } = await (await Visitor.as(acme)).get(`/documents/${documentId}`)
    assert.include(text, '<bdi>Ana Buyer</bdi> asked')
    assert.include(text, 'href="mailto:ana%40example.test')
    assert.notInclude(text, 'href="mailto:dora%40example.test')
    assert.notMatch(text, formOf(link))
    const { documentId: id, signerId: of } = answered.link
    const moved = await inLive(acme, () => Document.reference(id).correct(of, to, OLGA))
    const hers = await (await SigningLink.of(acme, moved)).get()
    assert.equal(hers.status, 200)
    assert.notInclude(hers.text, 'cellar')
    // what was under way to the one before goes to nobody
    await doWork(acme, 'mail.answer')
    const mails = await inLive(acme, () =>
      Mail.query().where('kind', 'answer').where('signerId', of)
    )
    assert.lengthOf(mails, 0)
  })

  test('are asked while there is something to sign, by nobody else’s page', async ({ assert }) => {
    const link = await linked()
    const foreign = await link.ask({
      method: 'POST',
      path: '/ask',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
      },
      body: String(new URLSearchParams(QUESTION)),
    })
    assert.equal(foreign.status, 403)
    await inLive(acme, () => Document.reference(link.documentId).void({ by: OLGA }))
    assert.equal((await link.submit('/ask', QUESTION)).status, 410)
    assert.include((await link.get('/ask')).text, 'This document was withdrawn')
    assert.lengthOf(await entriesOf(link), 0)
  })

  test('are erased with the document', async ({ assert }) => {
    const { link, olga, form } = await asked()
    await olga.post(form, { answer: ANSWER })
    const [notice] = await noticesOf(link)
    const reference = Document.reference(link.documentId)
    await inLive(acme, () => reference.void({ by: OLGA }))
    await inLive(acme, () => reference.erase({ by: OLGA, reason: 'request' }))
    const words = await inLive(acme, async () => {
      const reader = new Reader(await ownerOf(acme), await Profile.current())
      return WORDINGS['signer.asked'].words(notice.details, reader)
    })
    assert.isNull(words)
    await doWork(acme, 'mail.answer')
    const { text } = await olga.get(`/documents/${link.documentId}`)
    assert.notInclude(text, 'garage')
    assert.include(text, 'answered the message of')
    assert.deepEqual(await inLive(acme, () => documentEvidence([link.documentId])), [])
  })

  test('of the sandbox mail nobody', async ({ assert }) => {
    const document = await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
      makeDocument()
    )
    const link = await SigningLink.of(acme, document, { environment: 'test' })
    assert.equal((await link.submit('/ask', QUESTION)).status, 200)
    const olga = await Visitor.as(acme)
    const { text } = await olga.get(`/test/documents/${document.id}`)
    assert.include(text, 'garage')
    const [form] = formOf(link).exec(text) ?? []
    assert.equal((await olga.post(`/test${form}`, { answer: ANSWER })).status, 303)
    await doWork(acme, 'mail.answer', { environment: 'test' })
    const [mail] = await link.within(() => Mail.query().where('kind', 'answer'))
    assert.equal(mail.status, 'mailbox')
  })
})
