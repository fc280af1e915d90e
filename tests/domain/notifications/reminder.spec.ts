import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { SmtpHost } from '#tests/support/smtp_host'
import { MailSetup } from '#tests/support/mail_setup'

const HOUR = 3_600_000

test.group('Reminder', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open()
    return async () => {
      clock.restore()
      await host.close()
    }
  })

  test('goes to those who have not signed, with the link of their invitation', async ({
    assert,
  }) => {
    const document = await setup.sends()
    await setup.signs(document, 0)
    await setup.within(() => document.remind(OLGA))
    await setup.does('mail.remind')
    const [{ parsed, envelope }] = host.received
    assert.lengthOf(host.received, 1)
    assert.deepEqual(envelope.to, [BEN.email])
    assert.equal(parsed.subject, 'Reminder: “Contract of sale” is waiting for your signature')
    assert.include(parsed.text!, await setup.within(() => document.signers[1].token()))
  })

  test('is another mail each time', async ({ assert }) => {
    const document = await setup.sends({ signers: [ANA] })
    await setup.within(() => document.remind(OLGA))
    await setup.does('mail.remind')
    clock.travel(2 * HOUR)
    await setup.within(() => document.remind(OLGA))
    await setup.does('mail.remind')
    const ids = host.received.map(({ parsed }) => parsed.messageId)
    assert.equal(new Set(ids).size, 2)
  })

  test('is not sent when the signer has signed before its turn comes', async ({ assert }) => {
    const document = await setup.sends({ signers: [ANA] })
    await setup.within(() => document.remind(OLGA))
    await setup.signs(document, 0)
    await setup.does('mail.remind')
    assert.lengthOf(host.received, 0)
    assert.lengthOf(await setup.waiting('mail.remind'), 0)
  })

  test('that was put off is withdrawn when the document has ended meanwhile', async ({
    assert,
  }) => {
    host.behaves({ atRecipient: () => ({ responseCode: 451, message: '4.3.0 Later' }) })
    const document = await setup.sends({ signers: [ANA] })
    await setup.within(() => document.remind(OLGA))
    await setup.does('mail.remind')
    await setup.within(() => document.void({ by: OLGA }))
    host.behaves({})
    await setup.does('mail.remind')
    assert.lengthOf(host.received, 0)
    assert.deepEqual(
      (await setup.mails()).map(({ status }) => status),
      ['withdrawn']
    )
  })

  test('is not even tried at an address that was called wrong, and counts no second failure', async ({
    assert,
  }) => {
    host.behaves({ atRecipient: () => ({ responseCode: 550, message: '5.1.1 Unknown' }) })
    const document = await setup.sends({ signers: [ANA] })
    // later it would be refused: the mail server has not answered yet
    await setup.within(() => document.remind(OLGA))
    await setup.does('mail.invite')
    await setup.does('mail.remind')
    assert.equal((await setup.found(document)).failedEmails, 1)
    assert.equal(host.recipients, 1)
  })

  test('that bounces after an invitation which was not liked counts no second failure', async ({
    assert,
  }) => {
    host.behaves({ atRecipient: () => ({ responseCode: 550, message: '5.7.1 Not today' }) })
    const document = await setup.sends({ signers: [ANA] })
    await setup.does('mail.invite')
    await setup.within(() => document.remind(OLGA))
    await setup.does('mail.remind')
    assert.equal((await setup.found(document)).failedEmails, 1)
    assert.equal(host.recipients, 2)
  })
})
