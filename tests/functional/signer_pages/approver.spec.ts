import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { standardConsent } from '#app/signing/consent'
import { SealMaterial } from '#app/signing/seal/seal_material'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { emittedEvents } from '#tests/support/emitted_events'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'

const DORA: SignerInput = { name: 'Dora Director', email: 'dora@example.test', role: 'approver' }
const CHECK = {
  type: 'checkbox' as const,
  page: 1,
  x: 60,
  y: 300,
  width: 16,
  height: 16,
  options: { required: true },
}

test.group('Signing link | an approver', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
  })

  const make = async (signers: SignerInput[]) => {
    const document = await inLive(acme, () => makeDocument({ signers, allowDelegation: true }))
    return SigningLink.of(acme, document, { at: signers.findIndex(({ role }) => role) })
  }
  const documentOf = async ({ documentId }: SigningLink) =>
    (await inLive(acme, () => Document.whole(documentId)))!
  const approve = async (link: SigningLink, values: Record<string, unknown> = {}) => {
    await link.consent()
    return link.finish(values, { signature: undefined })
  }

  test('is asked to approve, and for no signature, in whatever language', async ({ assert }) => {
    const link = await make([DORA, ANA])
    const consent = (await link.get()).text
    assert.include(consent, '<bdi>Dora Director</bdi>, please approve a document')
    assert.include(consent, 'I do not want to approve')
    assert.notInclude(consent, 'Hand over to somebody else')
    await link.consent()
    const page = (await link.get()).text
    assert.include(page, 'By choosing “Approve” you approve “Contract of sale”')
    assert.include(page, 'Decline to approve')
    assert.notInclude(page, 'data-step="signature"')
    assert.include(page, '&quot;finish&quot;:&quot;Approve&quot;')
    const other = await SigningLink.of(acme, await documentOf(link), { at: 1 })
    await other.consent()
    assert.include((await other.get()).text, '&quot;finish&quot;:&quot;Sign and finish&quot;')
    await link.submit('/language', { language: 'de' })
    assert.include((await link.get()).text, Phrasebook.in('de').t('approve.finish'))
  })

  test('agrees to approve, and not to sign, in words and a version of their own', async ({
    assert,
  }) => {
    const link = await make([DORA, ANA])
    const { version, sha256, statement, clauses } = standardConsent('en', 'approver')
    const page = (await link.get()).text
    const passages = clauses.flatMap((clause) => [clause.title, clause.text])
    for (const passage of [version, statement, ...passages]) assert.include(page, passage)
    for (const words of ['sign this document', 'electronic signature', 'records and signatures'])
      assert.notInclude(page.split('class="consent-form"')[1].split('</form>')[0], words)
    const ofSigners = { accepted: 'yes', consentVersion: standardConsent('en').version }
    assert.equal((await link.submit('/consent', ofSigners)).status, 422)
    await link.consent()
    const entries = await inLive(acme, () => AuditTrail.read(link.documentId))
    const { details } = entries.find(({ action }) => action === 'consent.accepted')!.body
    assert.deepEqual(details, { version, sha256, language: 'en', isTextKept: true })
    assert.notInclude((await link.get('/withdraw')).text, 'signature')
    const other = await SigningLink.of(acme, await documentOf(link), { at: 1 })
    assert.include((await other.get()).text, 'read and sign this document electronically')
  })

  test('reads of everyone, and of a date, what holds of approvals too', async ({ assert }) => {
    const date = { type: 'date' as const, page: 1, x: 60, y: 300, width: 120, height: 20 }
    const link = await make([{ ...DORA, fields: [date] }, ANA])
    await link.consent()
    assert.include((await link.get()).text, 'The date of your approval, filled in for you.')
    await link.finish({}, { signature: undefined })
    assert.include((await link.get()).text, 'Done: 1 of 2')
    await sign(acme, link.documentId, ANA.email)
    const other = await SigningLink.of(acme, await documentOf(link), { at: 1 })
    for (const { text } of [await link.get(), await other.get()]) {
      assert.include(text, 'Everyone has signed or approved.')
      assert.notInclude(text, 'Everyone has signed.')
    }
    await doWork(acme, 'seal')
    assert.include((await other.get()).text, 'Everyone is done')
  })

  test('approves after consent and the first page, without a mark', async ({ assert }) => {
    const link = await make([{ ...DORA, fields: [CHECK] }, ANA])
    const [{ id }] = (await documentOf(link)).fields
    assert.equal((await link.finish({}, { signature: undefined })).status, 409)
    await link.consent()
    const marked = await link.finish({ [id]: true })
    assert.equal(marked.status, 422)
    assert.include(marked.text, 'signature')
    assert.equal((await approve(link)).status, 422, 'the box has to be ticked')
    assert.equal((await approve(link, { [id]: true })).status, 200)
    assert.include((await link.get()).text, 'Thank you, you have approved')
    const { signers, progress, status } = await documentOf(link)
    assert.deepEqual([signers[0].status, progress, status], ['signed', 50, 'in_progress'])
    assert.equal((await approve(link, { [id]: true })).status, 409)
  })

  test('comes in turn, and others wait for the approval', async ({ assert }) => {
    const link = await make([
      { ...DORA, order: 1 },
      { ...ANA, order: 2 },
    ])
    const ana = await SigningLink.of(acme, await documentOf(link), { at: 1 })
    assert.include((await ana.get()).text, 'It is not your turn yet')
    await approve(link)
    assert.include((await ana.get()).text, '<bdi>Ana Buyer</bdi>, please sign a document')
  })

  test('may decline, and the page of the document says what was declined', async ({ assert }) => {
    const link = await make([DORA, ANA])
    const answer = await link.submit('/decline', { reason: 'Too expensive' })
    assert.equal(answer.status, 303)
    assert.include((await link.get()).text, 'You declined to approve')
    const olga = await Visitor.as(acme, 'owner')
    const page = (await olga.get(`/documents/${link.documentId}`)).text
    assert.include(page, 'Dora Director declined to approve: “Too expensive”')
    assert.include(page, 'declined to approve')
  })

  test('is told as one in events, trail, tracking and certificate, and the seal needs no mark', async ({
    assert,
  }) => {
    const link = await make([DORA, ANA])
    const { documentId } = link
    await approve(link)
    const [event] = (await emittedEvents())
      .map((body) => JSON.parse(body) as { event: string; data: Record<string, never> })
      .filter(
        ({ event: name, data }) => name === 'document.signed' && data.documentId === documentId
      )
    assert.containsSubset(event.data, { signer: { role: 'approver', status: 'signed' } })
    await sign(acme, documentId, ANA.email)
    assert.equal(await doWork(acme, 'seal'), 1)
    const document = await documentOf(link)
    assert.equal(document.status, 'completed')
    const { findings } = await new AuditVerification(acme.ref, 'live').ofDocument(documentId)
    assert.deepEqual(findings, [])
    const actions = (await inLive(acme, () => AuditTrail.read(documentId))).map((one) => one.action)
    assert.includeMembers(actions, ['document.approved', 'document.signed'])
    const { certificate } = await inLive(acme, async () =>
      (await SealMaterial.of(documentId)).record('audit')
    )
    assert.deepEqual(
      certificate.signers.map(({ isApprover, status }) => [isApprover, status]),
      [
        [true, 'signed'],
        [false, 'signed'],
      ]
    )
    const tracking = await inLive(acme, () => document.trackingToken())
    const olga = await Visitor.as(acme, 'owner')
    assert.include((await olga.get(`/track/${tracking}`)).text, 'Approved')
    const page = (await olga.get(`/documents/${documentId}`)).text
    assert.include(page, '2 of 2 signed or approved')
    assert.include(page, 'Approves, without a signature')
  })
})
