import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { Profile } from '#app/brand/profile'
import { WORDINGS } from '#app/notifications/notices/index'
import { Reader } from '#app/notifications/reader'
import { MOST_QUESTIONS } from '#app/signing/questions/question'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { SigningLink } from '#tests/support/signing_link'

const TEXT = 'Is the garage included?\nAnd the <b>cellar</b>?'
const QUESTION = { kind: 'question', message: TEXT }

let acme: Tenant

test.group('Signing link | questions', (group) => {
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme', withSandbox: true })
  })

  const linked = async () => SigningLink.of(acme, await inLive(acme, () => makeDocument()))
  const entriesOf = ({ documentId }: SigningLink) =>
    inLive(acme, async () =>
      (await AuditTrail.read(documentId)).filter(({ action }) => action === 'signer.asked')
    )
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
    assert.include(text, 'href="mailto:ana%40example.test?subject=Contract%20of%20sale"')
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

  test('stay those of the one who asked, even if somebody else signs in their place', async ({
    assert,
  }) => {
    const link = await linked()
    await link.submit('/ask', QUESTION)
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
    const link = await linked()
    await link.submit('/ask', QUESTION)
    const [notice] = await noticesOf(link)
    const reference = Document.reference(link.documentId)
    await inLive(acme, () => reference.void({ by: OLGA }))
    await inLive(acme, () => reference.erase({ by: OLGA, reason: 'request' }))
    const words = await inLive(acme, async () => {
      const reader = new Reader(await ownerOf(acme), await Profile.current())
      return WORDINGS['signer.asked'].words(notice.details, reader)
    })
    assert.isNull(words)
    const { text } = await (await Visitor.as(acme)).get(`/documents/${link.documentId}`)
    assert.notInclude(text, 'garage')
    assert.deepEqual(await inLive(acme, () => documentEvidence([link.documentId])), [])
  })

  test('of the sandbox mail nobody', async ({ assert }) => {
    const document = await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
      makeDocument()
    )
    const link = await SigningLink.of(acme, document, { environment: 'test' })
    assert.equal((await link.submit('/ask', QUESTION)).status, 200)
    const olga = await Visitor.as(acme)
    assert.include((await olga.get(`/test/documents/${document.id}`)).text, 'garage')
  })
})
