import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { VerifiedTrail } from '#app/audit/verified_trail'
import { wordsOf } from '#app/dashboard/documents/trail_words'
import Document from '#app/documents/document'
import { contradictions } from '#app/documents/evidence/contradictions'
import { ProvenDocument } from '#app/documents/evidence/proven_document'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { SealMaterial } from '#app/signing/seal/seal_material'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { MailSetup } from '#tests/support/mail_setup'
import { sign } from '#tests/support/signing_hand'
import { SmtpHost } from '#tests/support/smtp_host'

const CEM: SignerInput = { name: 'Cem Counsel', email: 'cem@example.test', role: 'copy' }

test.group('Copies', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open()
    return () => host.close()
  })

  const signs = ({ id }: Document, { email }: SignerInput) => sign(setup.tenant, id, email)
  const completed = async () => {
    const document = await setup.sends({
      signers: [CEM, { ...ANA, order: 1 }, { ...BEN, order: 2 }],
    })
    await signs(document, ANA)
    await signs(document, BEN)
    await setup.does('seal')
    await setup.does('mail.completed')
    await setup.does('mail.send')
    return setup.found(document)
  }
  const change = (text: string, value: string) =>
    setup.within(() => CurrentTenant.batch([{ text, values: [value] }]))
  const findings = ({ id }: Document) =>
    setup.within(async () => {
      const proven = ProvenDocument.of(await VerifiedTrail.of(id))
      return contradictions((await Document.whole(id))!, proven)
    })

  test('go out when everyone has signed, and nobody waits for those who get one', async ({
    assert,
  }) => {
    const document = await setup.sends({ signers: [CEM, ANA] })
    await setup.does('mail.invite')
    assert.lengthOf(host.to(CEM.email), 0)
    assert.equal((await setup.found(document)).progress, 0)
    await signs(document, ANA)
    const signed = await setup.found(document)
    assert.equal(signed.progress, 100)
    assert.isTrue(signed.isSealing)
    assert.equal(signed.signers[0].status, 'pending')
    await setup.does('seal')
    await setup.does('mail.completed')
    await setup.does('mail.send')
    const after = await setup.found(document)
    assert.equal(after.status, 'completed')
    assert.equal(after.signers[0].status, 'sent')
    assert.equal(after.emailsSent, 2)
    const [{ parsed }] = host.to(CEM.email)
    assert.include(parsed.text!, 'wants you to have a copy of this document')
    const token = await setup.within(() => after.signers[0].token())
    assert.include(parsed.text!, token)
    assert.notInclude(host.to(ANA.email).at(-1)!.parsed.text!, 'wants you to have a copy')
  })

  test('stand in the trail, which agrees with the rows, and on the certificate beside the signers', async ({
    assert,
  }) => {
    const document = await completed()
    assert.deepEqual(await findings(document), [])
    const entries = await setup.within(() => AuditTrail.read(document.id))
    const entry = entries.find(({ action }) => action === 'copy.sent')!
    const said = wordsOf('copy.sent').sentence(
      entry,
      document.signers,
      DashboardPhrasebook.speaking('en')
    )
    assert.equal(said, `sent a copy to ${CEM.name}`)
    const { certificate } = await setup.within(async () =>
      (await SealMaterial.of(document.id)).record('audit')
    )
    assert.deepEqual(
      certificate.signers.map(({ name }) => name),
      [ANA.name, BEN.name]
    )
    assert.deepEqual(
      certificate.copies.map(({ name }) => name),
      [CEM.name]
    )
    const [{ id }] = document.signers
    await change("update signers set role = 'signer' where id = $1", id)
    assert.deepEqual(await findings(document), [`${id}: the role is not what the trail tells`])
  })

  test('do not go to an address that refuses mail, and say so', async ({ assert }) => {
    await change(
      "insert into suppressions (address, code, created_at) values ($1, '550 5.1.1', now())",
      CEM.email
    )
    const document = await completed()
    assert.equal(document.signers[0].status, 'delivery_failed')
    assert.lengthOf(host.to(CEM.email), 0)
    assert.deepEqual(await findings(document), [])
  })

  test('go to nobody when the document ends without everyone’s signature', async ({ assert }) => {
    const document = await setup.sends({ signers: [CEM, ANA] })
    await setup.does('mail.invite')
    await setup.within(() => document.void({ by: OLGA }))
    await setup.does('mail.ended')
    await setup.does('mail.send')
    const after = await setup.found(document)
    assert.equal(after.signers[0].status, 'voided')
    assert.lengthOf(host.to(CEM.email), 0)
    assert.deepEqual(await findings(document), [])
  })

  test('go to the address that was corrected before', async ({ assert }) => {
    const document = await setup.sends({ signers: [CEM, ANA] })
    const to = 'cem@law.test'
    await setup.within(() => document.correct(document.signers[0].id, { email: to }, OLGA))
    await setup.does('mail.invite')
    assert.lengthOf(host.to(to), 0)
    await signs(document, ANA)
    await setup.does('seal')
    await setup.does('mail.completed')
    await setup.does('mail.send')
    assert.lengthOf(host.to(to), 1)
    assert.lengthOf(host.to(CEM.email), 0)
    assert.deepEqual(await findings(document), [])
  })
})
