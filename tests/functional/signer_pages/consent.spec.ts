import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { Profile } from '#app/brand/profile'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { verifiedDocument } from '#app/documents/evidence/verified_document'
import { canonicalJson } from '#app/foundation/canonical_json'
import { sha256Hex } from '#app/foundation/opaque_token'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { WORDINGS } from '#app/notifications/notices/index'
import { Reader } from '#app/notifications/reader'
import { consentOf } from '#app/sealing/pages/certificate/signer_words'
import { standardConsent } from '#app/signing/consent'
import { Signing } from '#app/signing/signing'
import { MOST_TOLD } from '#app/signing/withdrawal'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { ownerOf } from '#tests/support/dashboard_visitor'
import { SigningLink, CLIENT } from '#tests/support/signing_link'

const CONSENT = standardConsent('en')

test.group('Signing link | consent and presence', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant()
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const open = async () => SigningLink.of(acme, await live(() => makeDocument()))
  const signerOf = async ({ documentId }: SigningLink) =>
    (await live(() => Document.whole(documentId)))!.signers[0]
  const entriesOf = async ({ documentId }: SigningLink, action: string) =>
    (await live(() => AuditTrail.read(documentId))).filter((entry) => entry.action === action)

  test('shows every word that the recorded hash stands for', async ({ assert }) => {
    const { version, statement, clauses, sha256 } = CONSENT
    assert.equal(sha256, sha256Hex(canonicalJson({ version, statement, clauses })))
    const { text } = await (await open()).get()
    const passages = clauses.flatMap((clause) => [clause.title, clause.text])
    for (const passage of [version, statement, ...passages]) assert.include(text, passage)
  })

  test('records version and hash of the accepted text once, then leads to the document', async ({
    assert,
  }) => {
    const link = await open()
    const answer = await link.submit('/consent', {
      accepted: 'yes',
      consentVersion: CONSENT.version,
    })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, link.path)
    assert.equal((await link.consent()).status, 303)
    const entries = await entriesOf(link, 'consent.accepted')
    assert.lengthOf(entries, 1)
    assert.deepEqual(entries[0].body.details, {
      version: CONSENT.version,
      sha256: CONSENT.sha256,
      language: 'en',
      isTextKept: true,
    })
    assert.equal(entries[0].personal.userAgent, 'Browser/1.0')
    assert.equal(entries[0].personal.ipAddress, '127.0.0.1')
  })

  for (const [how, fields] of Object.entries({
    'without the tick': {},
    'with an empty tick': { accepted: '' },
    'with a list': { 'accepted[]': 'yes' },
    'to an older text': { accepted: 'yes', consentVersion: '2020-01' },
    'to no text': { accepted: 'yes' },
  })) {
    test(`does not count when it comes ${how}`, async ({ assert }) => {
      const link = await open()
      const answer = await link.submit('/consent', fields as Record<string, string>)
      assert.equal(answer.status, 422)
      assert.include(answer.text, 'role="alert"')
      assert.isNull((await signerOf(link)).consentedAt)
    })
  }

  test('leads a reload of the refused form back to the link', async ({ assert }) => {
    const link = await open()
    const answer = await link.get('/consent')
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, link.path)
  })

  test('can be taken back until the end, which the sender learns of, and be given again', async ({
    assert,
  }) => {
    const link = await open()
    await link.consent()
    assert.include((await link.get()).text, `href="${link.path}/withdraw"`)
    assert.include((await link.get('/withdraw')).text, 'This is not a refusal')
    assert.isNotNull((await signerOf(link)).consentedAt, 'looking at the page changes nothing')
    const answer = await link.submit('/withdraw', {})
    assert.equal(answer.headers.location, link.path)
    await link.submit('/withdraw', {})

    const signer = await signerOf(link)
    assert.isNull(signer.consentedAt)
    assert.equal(signer.status, 'sent')
    assert.include((await link.get()).text, 'I agree to use electronic records and signatures')
    assert.equal((await link.get('/file')).status, 409)
    const [entry, ...more] = await entriesOf(link, 'consent.withdrawn')
    assert.lengthOf(more, 0)
    assert.deepEqual(entry.body.details, { version: CONSENT.version, sha256: CONSENT.sha256 })
    const text = `select body from events where name = 'signer.consent_withdrawn' and document_id = $1`
    const [events] = await live(() =>
      CurrentTenant.batch([{ text, values: [link.documentId] }] as const)
    )
    assert.lengthOf(events, 1)
    const { data } = JSON.parse(String(events[0].body))
    assert.containSubset(data, { documentId: link.documentId, signer: { id: link.signerId } })
    const notices = await live(() => Notice.query().where('kind', 'signer.consent_withdrawn'))
    const notice = notices.find(({ details }) => details.signerId === link.signerId)!
    const words = () =>
      live(async () => {
        const reader = new Reader(await ownerOf(acme), await Profile.current())
        return WORDINGS['signer.consent_withdrawn'].words(notice.details, reader)
      })
    assert.equal((await words())?.subject, 'Ana Buyer withdrew their consent')
    assert.deepEqual((await words())?.replyTo, { name: 'Ana Buyer', address: 'ana@example.test' })

    await link.consent()
    assert.isNull(await words(), 'nothing is left to tell')
    assert.equal((await link.finish()).status, 200)
    assert.equal((await link.submit('/withdraw', {})).status, 409)
    const verified = await live(() => documentEvidence([link.documentId]))
    assert.deepEqual(verified, [])
    const { proven } = await live(() => unit(() => verifiedDocument(link.documentId)))
    const own = proven.signer(link.signerId)
    assert.isNotNull(own.consentWithdrawnAt)
    const lines = consentOf(
      { ...own, consentVersion: own.consent!.version, consentSha256: own.consent!.sha256 },
      Phrasebook.in('en')
    )
    assert.match(lines[1], /^Withdrawn .+ UTC, and given again after that$/)
  })

  test('is recorded however often it is taken back, and told a few times', async ({ assert }) => {
    const link = await open()
    for (let times = 0; times <= MOST_TOLD; times++) {
      await link.consent()
      await link.submit('/withdraw', {})
    }
    assert.lengthOf(await entriesOf(link, 'consent.withdrawn'), MOST_TOLD + 1)
    const all = await live(() => Notice.query().where('kind', 'signer.consent_withdrawn'))
    assert.lengthOf(
      all.filter(({ details }) => details.signerId === link.signerId),
      MOST_TOLD
    )
  })

  test('comes before the document can be seen, viewed or signed', async ({ assert }) => {
    const link = await open()
    for (const answer of [
      await link.get('/file'),
      await link.call('/viewed'),
      await link.call('/heartbeat'),
      await link.finish(),
    ]) {
      assert.equal(answer.status, 409)
      assert.notInclude(answer.text, '%PDF')
    }
    assert.deepInclude((await link.finish()).body.error, { code: 'consent_required' })
    const signer = await signerOf(link)
    assert.equal(signer.status, 'sent')
    assert.isNull(signer.viewedAt)
    assert.isNull(signer.seenAt)
  })

  test('is not enough to sign: the first page must have shown', async ({ assert }) => {
    const link = await open()
    await link.consent()
    const answers = { values: {}, signature: { kind: 'typed', text: 'Ana Buyer' } }
    const unseen = await link.call('/finish', answers)
    assert.equal(unseen.status, 409)
    assert.deepInclude(unseen.body.error, { code: 'document_not_viewed' })
    await live(async () => {
      const { documentId, signerId } = link
      const finish = new Signing(documentId, signerId, CLIENT)
      await assert.rejects(
        () => finish.sign({ values: {}, signature: { kind: 'typed', text: 'Ana' } }),
        /before you sign it/
      )
    })
    assert.equal((await signerOf(link)).status, 'sent')
    await link.call('/viewed')
    assert.equal((await link.call('/finish', answers)).status, 200)
  })

  test('tells of the opening and the first view once, and of presence without a trace', async ({
    assert,
  }) => {
    const link = await open()
    assert.equal((await link.call('/opened')).status, 204)
    assert.equal((await link.call('/opened')).status, 204)
    await link.consent()
    assert.equal((await link.call('/viewed')).status, 204)
    assert.equal((await link.call('/viewed')).status, 204)
    const { seenAt } = await signerOf(link)
    assert.equal((await link.call('/heartbeat')).status, 204)
    const signer = await signerOf(link)
    assert.isAbove(signer.seenAt!.getTime(), seenAt!.getTime() - 1)
    assert.equal(signer.displayStatus, 'viewing')
    const actions = (await live(() => AuditTrail.read(link.documentId))).map(({ action }) => action)
    assert.deepEqual(actions.slice(-3), ['link.opened', 'consent.accepted', 'document.viewed'])
    const document = await live(() => Document.whole(link.documentId))
    assert.equal(document!.status, 'viewed')
  })

  test('is refused once the document was taken back while the page was open', async ({
    assert,
  }) => {
    const link = await open()
    await link.get()
    await live(async () => (await Document.whole(link.documentId))!.void({ by: OLGA }))
    const answer = await link.consent()
    assert.equal(answer.status, 410)
    assert.include(answer.text, 'This document was withdrawn')
    assert.equal((await link.call('/opened')).status, 410)
  })
})

test.group('Signing link | decline', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant()
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const open = async () => SigningLink.of(acme, await live(() => makeDocument()))
  const documentOf = async ({ documentId }: SigningLink) =>
    (await live(() => Document.whole(documentId)))!

  test('ends the document with the signer’s words, before consent as well', async ({ assert }) => {
    const link = await open()
    assert.equal((await link.get('/decline')).status, 200)
    const answer = await link.submit('/decline', { reason: ' The price is wrong.\r\nSorry! 💶 ' })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, link.path)
    assert.include((await link.get()).text, 'You declined to sign')
    const document = await documentOf(link)
    assert.equal(document.status, 'declined')
    assert.equal(document.signers[0].declineReason, 'The price is wrong.\nSorry! 💶')
  })

  test('takes a thousand characters, however line breaks are written', async ({ assert }) => {
    const link = await open()
    const reason = 'x\r\n'.repeat(499) + 'xx'
    assert.equal((await link.submit('/decline', { reason })).status, 303)
    assert.lengthOf((await documentOf(link)).signers[0].declineReason!, 1_000)
  })

  for (const [how, fields] of Object.entries({
    'without a reason': {},
    'with blanks': { reason: ' \n ' },
    'with more than a thousand characters': { reason: 'x'.repeat(1_001) },
    'with a NUL': { reason: 'a\0b' },
    'with a list': { 'reason[]': 'Because' },
    'with an object': { 'reason[a]': 'Because' },
  })) {
    test(`shows the form again when it comes ${how}`, async ({ assert }) => {
      const link = await open()
      const answer = await link.submit('/decline', fields as Record<string, string>)
      assert.equal(answer.status, 422)
      assert.include(answer.text, 'role="alert"')
      assert.equal((await documentOf(link)).status, 'pending')
    })
  }

  test('keeps what was written when it is refused', async ({ assert }) => {
    const link = await open()
    const { text } = await link.submit('/decline', { reason: `<b>${'x'.repeat(1_001)}` })
    assert.include(text, '&lt;b&gt;xxx')
    assert.notInclude(text, '<b>xxx')
  })

  test('happens once when two tabs do it', async ({ assert }) => {
    const link = await open()
    const answers = await Promise.all([
      link.submit('/decline', { reason: 'One' }),
      link.submit('/decline', { reason: 'Two' }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409])
  })
})
