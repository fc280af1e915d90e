import { test } from '@japa/runner'
import type Document from '#app/documents/document'
import { Signing } from '#app/signing/signing'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'

const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }
const CEM = { name: 'Cem Deputy', email: 'cem@example.test' }
const DORA = { name: 'Dora Deputy', email: 'dora@example.test' }

test.group('Mails | signing is handed over', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open()
    return () => host.close()
  })

  const sends = () => setup.sends({ signers: [ANA, BEN], allowDelegation: true })
  const hands = (document: Document, to: typeof CEM, reason: string | null = null) =>
    setup.within(() =>
      new Signing(document.id, document.signers[0].id, CLIENT).delegate({ to, reason })
    )
  const tells = async () => {
    await setup.does('mail.notice')
    await setup.does('mail.notice_copy')
  }

  test('the new person is invited, and learns who did', async ({ assert }) => {
    const document = await sends()
    await setup.does('mail.invite')
    await hands(document, CEM)
    await setup.does('mail.invite')
    const [{ parsed }] = host.to(CEM.email)
    const { signers, emailsSent } = await setup.found(document)
    const token = await setup.within(() => signers[0].token())
    assert.include(parsed.text!, `Hello ${CEM.name},`)
    assert.include(parsed.text!, `${ANA.name} (${ANA.email}) was asked to sign this document`)
    assert.include(parsed.text!, token)
    assert.lengthOf(host.to(ANA.email), 1)
    assert.equal(emailsSent, 2)
    assert.notInclude(host.to(BEN.email)[0].parsed.text!, 'has handed that over')
  })

  test('whom the sender corrects was not handed anything', async ({ assert }) => {
    const document = await sends()
    await hands(document, CEM)
    await setup.within(() => document.correct(document.signers[0].id, DORA, OLGA))
    await setup.does('mail.invite')
    assert.notInclude(host.to(DORA.email)[0].parsed.text!, 'has handed that over')
    assert.lengthOf(host.to(CEM.email), 0)
  })

  test('a reminder goes to the one who signs now', async ({ assert }) => {
    const document = await sends()
    await hands(document, CEM)
    await setup.within(() => document.remind(OLGA))
    await setup.does('mail.remind')
    assert.lengthOf(host.to(CEM.email), 1)
    assert.lengthOf(host.to(ANA.email), 0)
  })

  test('the sender is told of each with both people and the reason', async ({ assert }) => {
    const document = await sends()
    await hands(document, CEM, 'He decides')
    await hands(document, DORA)
    await tells()
    const { email } = await setup.owner()
    const texts = host.to(email).map(({ parsed }) => parsed.text!)
    assert.lengthOf(texts, 2)
    const [first, second] = texts[0].includes('He decides') ? texts : texts.toReversed()
    for (const said of [`${ANA.name}, ${ANA.email}`, `${CEM.name}, ${CEM.email}`, 'He decides'])
      assert.include(first, said)
    for (const said of [`${CEM.name}, ${CEM.email}`, `${DORA.name}, ${DORA.email}`])
      assert.include(second, said)
    assert.include(first, `/documents/${document.id}`)
  })

  test('a sender who does not want such mails finds it in the dashboard alone', async ({
    assert,
  }) => {
    const { id, email } = await setup.owner()
    await setup.rows({
      text: `insert into unwanted_mails (user_id, kind) values ($1, 'delegated')`,
      values: [id],
    })
    await hands(await sends(), CEM)
    await tells()
    assert.lengthOf(host.to(email), 0)
    const kept = await setup.rows({
      text: `select user_id from notices where kind = 'signer.delegated'`,
    })
    assert.deepEqual(kept, [{ user_id: id }])
  })

  test('nobody is told in the sandbox', async ({ assert }) => {
    const sandbox = await MailSetup.open({ environment: 'test' })
    const document = await sandbox.sends({ signers: [ANA, BEN], allowDelegation: true })
    await sandbox.within(() =>
      new Signing(document.id, document.signers[0].id, CLIENT).delegate({ to: CEM, reason: null })
    )
    assert.equal((await sandbox.found(document)).signers[0].name, CEM.name)
    assert.isEmpty(await sandbox.waiting('mail.notice'))
  })
})
