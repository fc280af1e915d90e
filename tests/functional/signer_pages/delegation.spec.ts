import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import DelegationRefused from '#app/documents/errors/delegation_refused'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { verifiedDocument } from '#app/documents/evidence/verified_document'
import { Vault } from '#app/documents/files/vault'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { SignerErasure } from '#app/portability/erasure/signer_erasure'
import { printedTrail } from '#app/signing/certificate/printed_trail'
import { EmbedLink } from '#app/signing/embedding/embed_link'
import { EmbedOrigins } from '#app/signing/embedding/embed_origins'
import { trailReport } from '#app/signing/verified_file/trail_report'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'
import { inFolder, outsideProgram, textOf } from '#tests/domain/sealing/outside_program'

const CEM = { name: 'Cem Deputy', email: 'cem@example.test' }
const OTHERS = [
  CEM,
  { name: 'Dora Deputy', email: 'dora@example.test' },
  { name: 'Emil Deputy', email: 'emil@example.test' },
  { name: 'Finn Deputy', email: 'finn@example.test' },
]
const WHY = 'Cem decides this\nfrom now on'
const OFFER = 'Hand over to somebody else'
const DONE = 'You handed signing over'
const UNKNOWN = 'We do not know this link'

test.group('Signing link | handing over', (group) => {
  let acme: Tenant
  let globex: Tenant

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant({ name: 'Globex' })
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const open = async (input: Partial<DraftInput> = {}, at = 0) =>
    SigningLink.of(acme, await live(() => makeDocument({ allowDelegation: true, ...input })), {
      at,
    })
  const documentOf = async ({ documentId }: SigningLink) =>
    (await live(() => Document.whole(documentId)))!
  const linkNow = async (link: SigningLink) => SigningLink.of(acme, await documentOf(link))
  const entriesOf = async ({ documentId }: SigningLink, action: string) =>
    (await live(() => AuditTrail.read(documentId))).filter((entry) => entry.action === action)
  const eventsOf = ({ documentId }: SigningLink) =>
    live(async () => {
      const text = `select body from events where name = 'signer.delegated' and document_id = $1`
      const [rows] = await CurrentTenant.batch([{ text, values: [documentId] }])
      return rows.map(({ body }) => JSON.parse(String(body)).data as Record<string, unknown>)
    })

  test('puts another person in the signer’s place, who starts anew and signs', async ({
    assert,
  }) => {
    const link = await open()
    await link.consent()
    await link.call('/opened')
    await link.call('/viewed')
    const answer = await link.submit('/delegate', { ...CEM, reason: WHY })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, link.path)
    const next = await linkNow(link)
    assert.notEqual(next.token, link.token)
    const [signer, other] = (await documentOf(link)).signers
    assert.containsSubset(signer.$attributes, {
      ...CEM,
      status: 'sent',
      consentedAt: null,
      openedAt: null,
      viewedAt: null,
      seenAt: null,
    })
    assert.equal(other.name, BEN.name)
    const page = await next.get()
    assert.include(page.text, `Ana Buyer (${ANA.email}) was asked to sign`)
    assert.equal((await next.call('/finish', { values: {} })).status, 409)
    await next.consent()
    const signed = await next.finish()
    assert.equal(signed.status, 200, signed.text)
    assert.equal((await documentOf(link)).signers[0].status, 'signed')
  })

  test('leaves the one who did a page that says so, and nothing of the document', async ({
    assert,
  }) => {
    const link = await open()
    await link.consent()
    await link.submit('/delegate', CEM)
    for (const path of ['', '/file', '/download', '/status', '/decline', '/delegate', '/pages/1']) {
      const { status, text } = await link.get(path)
      assert.equal(status, 410, path)
      assert.include(text, DONE)
      assert.include(text, CEM.name)
      for (const hidden of ['Contract of sale', ANA.name, CEM.email, `${link.path}/`])
        assert.notInclude(text, hidden, path)
    }
    for (const path of ['/consent', '/opened', '/viewed', '/heartbeat', '/finish', '/language'])
      assert.equal((await link.call(path)).status, 410, path)
    const [signer] = (await documentOf(link)).signers
    assert.isNull(signer.openedAt)
    assert.equal((await (await linkNow(link)).get('/file')).status, 409)
  })

  test('writes down who was named by whom, and tells webhooks', async ({ assert }) => {
    const link = await open()
    await link.submit('/delegate', { ...CEM, reason: WHY })
    const [entry, ...more] = await entriesOf(link, 'signer.delegated')
    assert.lengthOf(more, 0)
    assert.deepEqual(entry.body.details, { signerId: link.signerId })
    assert.equal(entry.body.actor.type, 'signer')
    assert.containsSubset(entry.personal, {
      actorName: ANA.name,
      nameBefore: ANA.name,
      emailBefore: ANA.email,
      nameAfter: CEM.name,
      emailAfter: CEM.email,
      reason: WHY,
      userAgent: 'Browser/1.0',
    })
    const [told, ...others] = await eventsOf(link)
    assert.lengthOf(others, 0)
    assert.containsSubset(told, {
      documentId: link.documentId,
      signer: { id: link.signerId, ...CEM, status: 'sent' },
      delegatedBy: { name: ANA.name, email: ANA.email },
      reason: WHY,
    })
  })

  test('stands on the certificate with both people, each under their name', async ({ assert }) => {
    const link = await open()
    await link.consent()
    await live(() => Document.reference(link.documentId).remind(OLGA, link.signerId))
    await link.submit('/delegate', { ...CEM, reason: 'He decides' })
    const { trail, proven } = await live(() => verifiedDocument(link.documentId))
    assert.containsSubset(proven.signer(link.signerId), CEM)
    const lines = printedTrail(
      trail.entries,
      new Map([[link.signerId, CEM.name]]),
      Phrasebook.in('en')
    )
    const line = lines.find(({ event }) => event === 'Signer delegated')
    assert.containsSubset(line, {
      actor: ANA.name,
      detail: `from ${ANA.name} <${ANA.email}> to ${CEM.name} <${CEM.email}> · He decides`,
    })
    assert.equal(lines.find(({ event }) => event === 'Consent accepted')?.actor, ANA.name)
    assert.equal(lines.find(({ event }) => event === 'Reminder sent')?.detail, ANA.name)
  })

  test('is offered and done only where the sender allows it', async ({ assert }) => {
    const link = await open({ allowDelegation: false })
    assert.notInclude((await link.get()).text, OFFER)
    assert.notInclude((await link.get('/delegate')).text, 'name="email"')
    const answer = await link.submit('/delegate', CEM)
    assert.equal(answer.status, 409)
    assert.equal((await documentOf(link)).signers[0].email, ANA.email)
    const allowed = await open()
    assert.include((await allowed.get()).text, OFFER)
    await allowed.consent()
    assert.include((await allowed.get()).text, OFFER)
    assert.include((await allowed.get('/delegate')).text, 'name="email"')
  })

  for (const [whom, column, value] of [
    ['has to prove who they are', 'identity', 'single_sign_on'],
    ['has to enter a code', 'access_commitment', 'a'.repeat(64)],
  ] as const) {
    test(`is nothing for somebody who ${whom}`, async ({ assert }) => {
      const link = await open()
      await live(() =>
        CurrentTenant.batch([
          {
            text: `update signers set ${column} = $2 where id = $1`,
            values: [link.signerId, value],
          },
        ])
      )
      assert.notInclude((await link.get()).text, OFFER)
      assert.isAtLeast((await link.submit('/delegate', CEM)).status, 400)
      const handing = { to: CEM, reason: null }
      await assert.rejects(() => live(() => link.steps().delegate(handing)), DelegationRefused)
      assert.equal((await documentOf(link)).signers[0].email, ANA.email)
    })
  }

  test('is nothing for somebody who has signed or declined', async ({ assert }) => {
    const signed = await open()
    await signed.consent()
    await signed.finish()
    assert.equal((await signed.submit('/delegate', CEM)).status, 409)
    const declined = await open()
    await declined.submit('/decline', { reason: 'No' })
    assert.equal((await declined.submit('/delegate', CEM)).status, 409)
    for (const link of [signed, declined]) assert.lengthOf(await eventsOf(link), 0)
  })

  for (const [what, fields, says] of [
    ['no name', { name: ' ', email: CEM.email }, 'Enter a name.'],
    ['a name of two lines', { ...CEM, name: 'Cem\nDeputy' }, 'control characters'],
    ['a name that no font shows', { ...CEM, name: 'Cem \u{1E900}' }, 'Our fonts cannot show'],
    ['no address', { name: CEM.name, email: 'cem' }, 'This is not an email address.'],
    ['their own address', { ...CEM, email: 'ANA@example.test' }, 'already'],
    ['the address of another signer', { ...CEM, email: 'Ben@Example.test' }, 'already'],
    ['an address of the sandbox', { ...CEM, email: 'signer@sandbox.test' }, 'not an email'],
    ['a long reason', { ...CEM, reason: 'x'.repeat(1_001) }, 'Use at most 1,000 characters.'],
  ] as const) {
    test(`asks again for ${what}`, async ({ assert }) => {
      const link = await open()
      const answer = await link.submit('/delegate', fields)
      assert.equal(answer.status, 422)
      assert.include(answer.text, says)
      assert.include(answer.text, 'aria-invalid="true"')
      assert.equal((await documentOf(link)).signers[0].email, ANA.email)
      assert.equal((await link.get()).status, 200)
    })
  }

  test('refuses the address of another signer also where both have keys', async ({ assert }) => {
    const signers = [
      { ...ANA, key: 'buyer' },
      { ...BEN, key: 'seller' },
    ]
    const link = await open({ signers })
    assert.equal((await link.submit('/delegate', { ...CEM, email: BEN.email })).status, 422)
  })

  test('is once when it is sent twice', async ({ assert }) => {
    const link = await open()
    const answers = await Promise.all([
      link.submit('/delegate', CEM),
      link.submit('/delegate', OTHERS[1]),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 410])
    assert.include(answers.find(({ status }) => status === 410)!.text, DONE)
    const again = await link.submit('/delegate', CEM)
    assert.equal(again.status, 410)
    assert.include(again.text, DONE)
    assert.lengthOf(await entriesOf(link, 'signer.delegated'), 1)
    assert.lengthOf(await eventsOf(link), 1)
  })

  test('and signing at the same moment: one of them happens', async ({ assert }) => {
    const link = await open({ signers: [ANA] })
    await link.consent()
    await link.call('/viewed')
    const signature = { kind: 'typed', text: 'Ana Buyer' }
    const [signed, handed] = await Promise.all([
      link.call('/finish', { values: {}, signature }),
      link.submit('/delegate', CEM),
    ])
    const [signer] = (await documentOf(link)).signers
    const isSigned = signer.status === 'signed'
    assert.deepEqual([signed.status === 200, handed.status === 303], [isSigned, !isSigned])
    assert.equal(signer.name, isSigned ? ANA.name : CEM.name)
    assert.lengthOf(await entriesOf(link, 'document.signed'), isSigned ? 1 : 0)
    assert.lengthOf(await entriesOf(link, 'signer.delegated'), isSigned ? 0 : 1)
    await live(() => verifiedDocument(link.documentId))
  })

  test('and voiding at the same moment: nobody new is asked to sign what was withdrawn', async ({
    assert,
  }) => {
    const link = await open()
    const [handed] = await Promise.all([
      link.submit('/delegate', CEM),
      live(() => Document.reference(link.documentId).void({ by: OLGA })),
    ])
    const document = await documentOf(link)
    assert.equal(document.status, 'voided')
    assert.equal(document.signers[0].status, 'voided')
    const isHanded = document.signers[0].email === CEM.email
    assert.equal(handed.status, isHanded ? 303 : 410)
    assert.equal((await (await linkNow(link)).get()).status, 410)
  })

  test('happens three times for one signer, and each link before says so', async ({ assert }) => {
    const links = [await open()]
    for (const person of OTHERS.slice(0, 3)) {
      const last = links.at(-1)!
      assert.equal((await last.submit('/delegate', person)).status, 303)
      links.push(await linkNow(last))
    }
    const last = links.at(-1)!
    assert.include((await last.get()).text, `Dora Deputy (${OTHERS[1].email})`)
    assert.notInclude((await last.get()).text, OFFER)
    assert.equal((await last.submit('/delegate', OTHERS[3])).status, 409)
    for (const [at, link] of links.slice(0, 3).entries())
      assert.include((await link.get()).text, OTHERS[at].name)
    assert.lengthOf(await entriesOf(last, 'signer.delegated'), 3)
    await live(() => verifiedDocument(last.documentId))
  })

  test('speaks the language of the one who did, and keeps from the other what was for them alone', async ({
    assert,
  }) => {
    const signers = [{ ...ANA, message: 'Ana, mind the price.' }, BEN]
    const link = await open({ signers })
    await link.submit('/language', { language: 'de' })
    await link.submit('/delegate', CEM)
    const { text } = await link.get()
    assert.include(text, Phrasebook.in('de').t('delegate.done'))
    const page = await (await linkNow(link)).get()
    assert.notInclude(page.text, 'mind the price')
    assert.include(page.text, 'please sign a document')
  })

  test('keeps nothing that a browser wrote down for the one before', async ({ assert }) => {
    const link = await open()
    const nameIn = (text: string) => /<field-guide[^>]* signer="([^"]+)"/.exec(text)?.[1]
    await link.consent()
    const before = nameIn((await link.get()).text)
    await link.submit('/delegate', CEM)
    const next = await linkNow(link)
    await next.consent()
    const after = nameIn((await next.get()).text)
    assert.isString(before)
    assert.isString(after)
    assert.notEqual(after, before)
  })

  test('ends a page in a frame as well, which tells the page around it', async ({ assert }) => {
    const link = await open()
    const origin = 'https://app.example'
    const document = await documentOf(link)
    const { token } = await live(() =>
      unit(async () => {
        await EmbedOrigins.allow(origin, OLGA)
        return EmbedLink.create(document, link.signerId, origin)
      })
    )
    const opened = await ask({ path: `/embed/${token}`, headers: { host: hostOfTenant(acme) } })
    const framed = link.through(String(opened.headers.location).split('/').at(-1)!)
    assert.equal((await framed.submit('/delegate', CEM)).status, 303)
    const { status, text, headers } = await framed.get()
    assert.equal(status, 410)
    assert.include(text, DONE)
    assert.include(text, 'data-about="signing"')
    assert.include(text, 'data-state="closed"')
    assert.include(String(headers['content-security-policy']), origin)
  })

  test('is unknown to another tenant, and once the document is erased to the one who handed it over', async ({
    assert,
  }) => {
    const link = await open()
    const host = { host: hostOfTenant(globex) }
    assert.equal((await link.get('/delegate', host)).status, 404)
    await link.submit('/delegate', CEM)
    const elsewhere = await link.get('', host)
    assert.equal(elsewhere.status, 404)
    assert.include(elsewhere.text, UNKNOWN)
    assert.notInclude(elsewhere.text, CEM.name)
    await live(async () => {
      await Document.reference(link.documentId).void({ by: OLGA })
      await Document.reference(link.documentId).erase({ by: OLGA, reason: 'request' })
    })
    assert.include((await link.get()).text, UNKNOWN)
    assert.deepEqual((await documentOf(link)).signers[0].delegations, [])
  })

  test('is found and erased for the one who did, by their address', async ({ assert }) => {
    const ana = { ...ANA, email: 'ana.once@example.test' }
    const link = await open({ signers: [ana, BEN] })
    await link.submit('/delegate', CEM)
    await live(() => Document.reference(link.documentId).void({ by: OLGA }))
    const { documents } = await live(() => SignerErasure.preview(ana.email.toUpperCase()))
    assert.deepEqual(
      documents.map(({ id, successors }) => [id, successors]),
      [[link.documentId, [CEM]]]
    )
    const andOfOthers = { andOfOthers: true }
    assert.equal((await live(() => SignerErasure.run(ana.email, OLGA, andOfOthers))).documents, 1)
    assert.isTrue((await documentOf(link)).isErased)
  })

  test('tells nothing of the one who did once they are erased, and is signed, sealed and verified all the same', async ({
    assert,
  }) => {
    const ana = { ...ANA, name: 'Ana Once', email: 'ana.gone@example.test' }
    const link = await open({ signers: [ana, BEN] })
    await link.consent()
    await link.call('/opened')
    await link.call('/viewed')
    await live(() => Document.reference(link.documentId).remind(OLGA, link.signerId))
    await link.submit('/delegate', { ...CEM, reason: WHY })
    await live(() => SignerErasure.run('Ana.Gone@example.test', OLGA))
    const kept = await live(() =>
      CurrentTenant.batch([
        {
          text: 'select value from personal_values join audit_entries on id = entry_id where chain = $1',
          values: [link.documentId],
        },
        {
          text: 'select to_json(s) as value from signers s where document_id = $1',
          values: [link.documentId],
        },
      ])
    )
    const text = JSON.stringify(kept)
    for (const trace of ['ana.gone', 'Ana Once', 'Cem decides']) assert.notInclude(text, trace)
    for (const other of [CEM.email, BEN.email, OLGA.name]) assert.include(text, other)
    const { documents } = await live(() => SignerErasure.preview(ana.email))
    assert.isEmpty(documents)

    for (const { email } of [CEM, BEN]) await sign(acme, link.documentId, email!)
    await doWork(acme, 'seal')
    const document = await documentOf(link)
    assert.equal(document.status, 'completed')
    const { trail, proven } = await live(() => verifiedDocument(link.documentId))
    assert.containsSubset(proven.signer(link.signerId), { ...CEM, status: 'signed' })
    const names = new Map(proven.signers.map(({ id, name }) => [id, name!]))
    const lines = printedTrail(trail.entries, names, Phrasebook.in('en'))
    const line = (event: string) => lines.find((one) => one.event === event)
    assert.containsSubset(line('Signer delegated'), {
      actor: '(erased)',
      detail: `from (erased) <(erased)> to ${CEM.name} <${CEM.email}>`,
    })
    assert.equal(line('Reminder sent')?.detail, '(erased)')
    assert.match(line('Personal data erased')!.detail!, /^(#\d+, )+#\d+$/)
    const { findings } = await new AuditVerification(acme.ref, 'live', documentEvidence).ofDocument(
      link.documentId
    )
    assert.deepEqual(findings, [])
    const sealed = await live(async () =>
      (await Vault.open(document)).read(`sealed-${document.sealedSha256!}`)
    )
    const attached = await inFolder({ 'sealed.pdf': sealed }, async (path) => {
      await outsideProgram('pdfdetach', ['-saveall', '-o', path(''), path('sealed.pdf')])
      return readFile(path('audit-trail.json'))
    })
    const report = trailReport(attached, Phrasebook.in('en'))
    assert.isTrue(report?.isWhole)
    assert.include(
      report!.steps.map(({ text: step }) => step.split(' · ')[0]),
      'Personal data erased'
    )
    const printed = await textOf(sealed)
    assert.include(printed, 'Personal data erased')
    for (const trace of ['ana.gone', 'Ana Once']) assert.notInclude(`${printed} ${attached}`, trace)
  })

  test('wakes the signers of the sandbox, who act by themselves', async ({ assert }) => {
    const scope = { tenant: acme.ref, environment: 'test' } as const
    const made = await CurrentTenant.run(scope, () =>
      makeDocument({ allowDelegation: true, signers: [ANA] })
    )
    const link = await SigningLink.of(acme, made, { environment: 'test' })
    const to = { name: 'Sam Signer', email: 'signer@sandbox.test' }
    assert.equal((await link.submit('/delegate', to)).status, 303)
    await doWork(acme, 'sandbox.act', { environment: 'test', early: true })
    const document = await CurrentTenant.run(scope, () => Document.whole(link.documentId))
    assert.equal(document!.signers[0].status, 'signed')
  })
})
