import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import type { Correction } from '#app/documents/correction'
import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import { Suppression } from '#app/documents/signers/suppression'
import { tokenHash } from '#app/documents/signers/signing_link'
import { OneTimeCode } from '#app/signing/access/one_time_code'
import { LinkFetches } from '#app/signing/links/link_fetches'
import { Signing } from '#app/signing/signing'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { ANA, BEN, OLGA, makeDocument } from '#tests/factories/document_factory'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'

const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }
const NEW = 'ana.buyer@example.test'

test.group('Correction of a signer', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open()
    return () => host.close()
  })

  const corrects = (document: Document, index: number, correction: Correction) =>
    setup.within(() => document.correct(document.signers[index].id, correction, OLGA))
  const token = (document: Document, index = 0) =>
    setup.within(() => document.signers[index].token())
  const events = async (name: string) =>
    setup.rows({ text: 'select body from events where name = $1', values: [name] })

  test('of the address makes another link, and the old one is dead', async ({ assert }) => {
    const document = await setup.sends()
    const old = await token(document)
    const now = await corrects(document, 0, { email: NEW })
    const fresh = await token(now)
    assert.notEqual(fresh, old)
    const found = await setup.rows({
      text: 'select token_sha256 from signers where token_sha256 = any($1)',
      values: [[tokenHash(old), tokenHash(fresh)]],
    })
    assert.deepEqual(found, [{ token_sha256: tokenHash(fresh) }])
  })

  test('of the address leaves what was fetched by the old link to whom it was sent', async ({
    assert,
  }) => {
    const document = await setup.sends({ signers: [ANA] })
    const [ana] = (await setup.found(document)).signers
    const fetches = (signer: Signer, client = CLIENT) =>
      setup.within(() => LinkFetches.note(signer, client))
    await fetches(ana)
    const { signers } = await corrects(document, 0, { name: 'Eve Exact', email: NEW })
    // found before it was corrected, and noted after that
    await fetches(ana, { ...CLIENT, userAgent: 'Late/1.0' })
    await fetches(signers[0])
    await setup.does('link.fetched')
    const entries = await setup.within(() => AuditTrail.read(document.id))
    const told = entries.filter(({ action }) => /^(link.fetched|signer.corrected)$/.test(action))
    assert.deepEqual(
      told.map(({ action, personal }) => [action, personal.actorName]),
      [
        ['link.fetched', ANA.name],
        ['signer.corrected', OLGA.name],
        ['link.fetched', 'Eve Exact'],
      ]
    )
  })

  test('of the way to sign, there and back, counts who was mailed once', async ({ assert }) => {
    const document = await setup.sends({ signers: [ANA, { ...BEN, inPerson: true }] })
    assert.equal((await setup.found(document)).emailsSent, 1)
    for (const index of [0, 1])
      for (const inPerson of [true, false, true, false])
        await corrects(document, index, { inPerson })
    const after = await setup.found(document)
    assert.deepEqual([after.emailsSent, after.failedEmails], [2, 0])
  })

  test('of the address sends the invitation again, to the new one, and counts it once', async ({
    assert,
  }) => {
    const document = await setup.sends({ signers: [ANA] })
    await setup.does('mail.invite')
    const now = await corrects(document, 0, { email: NEW })
    await setup.does('mail.invite')
    assert.lengthOf(host.to(ANA.email), 1)
    const [{ parsed }] = host.to(NEW)
    assert.include(parsed.text!, await token(now))
    const after = await setup.found(document)
    assert.deepEqual([after.emailsSent, after.failedEmails], [1, 0])
    assert.equal(after.signers[0].status, 'sent')
    const used = await setup.rows({
      text: `select count(*)::int as used from usage_ledger where signer_id = $1`,
      values: [after.signers[0].id],
    })
    assert.deepEqual(used, [{ used: 1 }])
  })

  test('of the address forgets consent and the first look, which were another’s', async ({
    assert,
  }) => {
    const document = await setup.sends()
    const { id } = document.signers[0]
    await setup.within(async () => {
      const signing = new Signing(document.id, id, CLIENT)
      await signing.open()
      await signing.consent()
      await signing.view()
    })
    await corrects(document, 0, { email: NEW })
    const [signer] = (await setup.found(document)).signers
    assert.deepInclude(signer.$attributes, {
      consentVersion: null,
      consentSha256: null,
      consentedAt: null,
      viewedAt: null,
      openedAt: null,
      seenAt: null,
    })
  })

  test('of the address forgets wrong codes, and how many were asked for, which were another’s', async ({
    assert,
  }) => {
    const document = await setup.sends({
      signers: [{ ...ANA, oneTimeCode: 'email' }, BEN],
    })
    const [{ id, accessCommitment }] = document.signers
    await setup.rows({
      text: 'insert into access_attempts (signer_id, failures, last_at) values ($1, 20, now())',
      values: [id],
    })
    const asked = (signer: { id: string; accessCommitment: string | null }) =>
      setup.within(() => unit(() => OneTimeCode.make(signer, 'a browser')))
    assert.isString(await asked({ id, accessCommitment }))
    const now = await corrects(document, 0, { email: NEW })
    const text = 'select signer_id from access_attempts where signer_id = $1'
    assert.deepEqual(await setup.rows({ text, values: [id] }), [])
    assert.isString(await asked(now.signers[0]), 'nobody has to wait for what another asked')
  })

  test('of the address withdraws what still waits for the old one, which learns nothing of the new link', async ({
    assert,
  }) => {
    const document = await setup.sends({ signers: [ANA] })
    await setup.does('mail.invite')
    host.behaves({ atRecipient: () => ({ responseCode: 451, message: '4.7.1 Later' }) })
    await setup.within(() => document.remind(OLGA))
    await setup.does('mail.remind')
    const now = await corrects(document, 0, { email: NEW })
    const statuses = (await setup.mails()).map(({ kind, status }) => [kind, status])
    assert.deepEqual(statuses, [
      ['invitation', 'sent'],
      ['reminder', 'withdrawn'],
    ])
    await setup.rows({
      text: `update mails set status = 'queued' where kind = 'reminder'`,
      values: [],
    }) // as a worker leaves it that was refused at this moment
    host.behaves({})
    await setup.does('mail.remind')
    await setup.does('mail.invite')
    const fresh = await token(now)
    const told = host.received.filter(({ raw }) => raw.replaceAll('=\r\n', '').includes(fresh))
    assert.deepEqual(
      told.map(({ envelope }) => envelope.to),
      [[NEW]]
    )
    assert.lengthOf(host.to(ANA.email), 1)
  })

  test('of an address that bounced makes the signer invited again', async ({ assert }) => {
    host.behaves({
      atRecipient: (to) => (to === ANA.email ? { responseCode: 550, message: '5.1.1 No' } : null),
    })
    const document = await setup.sends({ signers: [ANA] })
    await setup.does('mail.invite')
    assert.equal((await setup.found(document)).failedEmails, 1)
    await corrects(document, 0, { email: NEW })
    await setup.does('mail.invite')
    const now = await setup.found(document)
    assert.deepEqual([now.emailsSent, now.failedEmails], [1, 0])
    assert.equal(now.signers[0].status, 'sent')
    assert.lengthOf(host.to(NEW), 1)
  })

  test('to an address that is known to refuse mail says so at once', async ({ assert }) => {
    const document = await setup.sends({ signers: [ANA] })
    await setup.within(() =>
      unit(() => CurrentTenant.batch([Suppression.of(NEW, '550 5.1.1', 'mai_x')]))
    )
    const now = await corrects(document, 0, { email: NEW })
    assert.equal(now.signers[0].status, 'delivery_failed')
    assert.deepEqual([now.emailsSent, now.failedEmails], [1, 1])
  })

  test('of the name keeps the link, and mails nobody', async ({ assert }) => {
    const document = await setup.sends({ signers: [ANA] })
    await setup.does('mail.invite')
    const old = await token(document)
    const now = await corrects(document, 0, { name: 'Ana Buyer-Smith' })
    assert.equal(await token(now), old)
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
    assert.equal((await setup.found(document)).signers[0].name, 'Ana Buyer-Smith')
  })

  test('is recorded in the trail with the previous values, and announced to subscribers', async ({
    assert,
  }) => {
    const document = await setup.sends()
    await corrects(document, 0, { name: 'Anna', email: NEW })
    const entries = await setup.within(() => AuditTrail.read(document.id))
    const entry = entries.find(({ action }) => action === 'signer.corrected')!
    assert.deepEqual(entry.body.details, {
      signerId: document.signers[0].id,
      changed: ['name', 'email'],
    })
    assert.deepInclude(entry.personal, {
      nameBefore: ANA.name,
      nameAfter: 'Anna',
      emailBefore: ANA.email,
      emailAfter: NEW,
    })
    const [{ body }] = await events('document.signer_updated')
    const { data } = JSON.parse(String(body))
    assert.equal(data.signer.email, NEW)
    assert.notInclude(String(body), 'tok_')
  })

  test('of one whose turn is later only changes whom it will be', async ({ assert }) => {
    const document = await setup.sends({
      signers: [
        { ...ANA, order: 1 },
        { ...BEN, order: 2 },
      ],
    })
    await corrects(document, 1, { email: 'benjamin@example.test' })
    const now = await setup.found(document)
    assert.equal(now.signers[1].status, 'pending')
    assert.equal(now.emailsSent, 1)
    assert.lengthOf(await setup.waiting('mail.invite'), 1)
  })

  test('of a draft notifies nobody', async ({ assert }) => {
    const { id } = await setup.owner()
    const draft = await setup.within(() => makeDocument({ by: { ...OLGA, id } }, { send: false }))
    await corrects(draft, 0, { email: NEW })
    assert.equal((await setup.found(draft)).signers[0].email, NEW)
    assert.lengthOf(await events('document.signer_updated'), 0)
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
  })

  test('that changes nothing leaves nothing', async ({ assert }) => {
    const document = await setup.sends()
    const { chainSequence } = await setup.found(document)
    await corrects(document, 0, { name: ANA.name, email: ANA.email })
    assert.equal((await setup.found(document)).chainSequence, chainSequence)
  })

  test('is refused once they have signed, and once nobody can sign', async ({ assert }) => {
    const document = await setup.sends()
    await setup.signs(document, 0)
    await assert.rejects(() => corrects(document, 0, { email: NEW }), /has signed/)
    await setup.within(() => document.void({ by: OLGA }))
    await assert.rejects(() => corrects(document, 1, { name: 'Benjamin' }), /Nobody can sign/)
    const now = await setup.found(document)
    assert.deepEqual(
      now.signers.map(({ email }) => email),
      [ANA.email, BEN.email]
    )
  })

  test('to an address that another signer has is refused, and changes nothing', async ({
    assert,
  }) => {
    const document = await setup.sends()
    await assert.rejects(() => corrects(document, 0, { email: BEN.email.toUpperCase() }), /key/)
    await assert.rejects(() => corrects(document, 0, { email: 'signer@sandbox.test' }), /test keys/)
    const now = await setup.found(document)
    assert.equal(await token(now), await token(document))
  })

  test('of somebody who is not a signer of this document is refused', async ({ assert }) => {
    const document = await setup.sends()
    const other = await setup.sends()
    const [stranger] = other.signers
    await assert.rejects(
      () => setup.within(() => document.correct(stranger.id, { name: 'Eve' }, OLGA)),
      /signer/i
    )
  })

  test('at the same moment as the signature ends in one of the two, never in both', async ({
    assert,
  }) => {
    const document = await setup.sends()
    const { id, tokenSha256 } = document.signers[0]
    const signsByTheOldLink = async () => {
      const signing = new Signing(document.id, id, CLIENT, tokenSha256)
      await signing.open()
      await signing.consent()
      await signing.view()
      const signature = { kind: 'typed' as const, text: ANA.name }
      await new Signing(document.id, id, CLIENT, tokenSha256).sign({ values: {}, signature })
    }
    const results = await Promise.allSettled([
      setup.within(signsByTheOldLink),
      corrects(document, 0, { email: NEW }),
    ])
    const [signer] = (await setup.found(document)).signers
    const isSigned = results[0].status === 'fulfilled'
    assert.equal(signer.status, isSigned ? 'signed' : 'sent')
    assert.equal(signer.email, isSigned ? ANA.email : NEW)
  })

  test('shuts out a visitor who came in by the old link and is still there', async ({ assert }) => {
    const document = await setup.sends()
    const { id, tokenSha256 } = document.signers[0]
    await corrects(document, 0, { email: NEW })
    await setup.within(async () => {
      const late = new Signing(document.id, id, CLIENT, tokenSha256)
      await assert.rejects(() => late.consent(), /This signing link/)
      await assert.rejects(() => late.decline('No'), /This signing link/)
      const signature = { kind: 'typed' as const, text: ANA.name }
      const finish = new Signing(document.id, id, CLIENT, tokenSha256)
      await assert.rejects(() => finish.sign({ values: {}, signature }), /This signing link/)
    })
    const [signer] = (await setup.found(document)).signers
    assert.equal(signer.status, 'sent')
    assert.isNull(signer.consentedAt)
  })
})
