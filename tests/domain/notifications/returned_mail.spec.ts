import { createConnection } from 'node:net'
import { once } from 'node:events'
import type { NodeMailerMessage } from '@adonisjs/mail/types'
import { SMTPTransport } from '@adonisjs/mail/transports/smtp'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { Suppression } from '#app/documents/signers/suppression'
import { BounceListener } from '#app/notifications/bounces/bounce_listener'
import { bounceAddress } from '#app/notifications/bounces/bounce_token'
import { ReturnedMail } from '#app/notifications/bounces/returned_mail'
import { ANA, BEN } from '#tests/factories/document_factory'
import { deliveryReport } from '#tests/support/delivery_report'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'

const DOMAIN = 'bounce.example.test'

test.group('A mail that comes back', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open()
    return () => host.close()
  })

  const invites = async () => {
    const document = await setup.sends({ signers: [ANA, BEN] })
    await setup.does('mail.invite')
    return document
  }
  const wayBack = async (recipient = ANA.email, of = setup) => {
    const mail = (await of.mails()).find((one) => one.recipient === recipient)!
    return of.within(() => bounceAddress(mail.messageId, DOMAIN))
  }
  const takes = (to: string, more = {}) =>
    ReturnedMail.take(to, Buffer.from(deliveryReport({ to, recipient: ANA.email, ...more })))

  test('that bounces days later marks the signer undelivered, and reaches document, trail, subscribers and sender', async ({
    assert,
  }) => {
    const document = await invites()
    assert.equal(await takes(await wayBack()), 'told')
    const now = await setup.found(document)
    assert.deepEqual(
      now.signers.map(({ status }) => status),
      ['delivery_failed', 'sent']
    )
    assert.deepEqual([now.emailsSent, now.failedEmails], [2, 1])
    const entry = (await setup.within(() => AuditTrail.read(document.id))).at(-1)!
    assert.equal(entry.action, 'mail.bounced')
    assert.equal(entry.body.details.code, '550 5.1.1')
    assert.notInclude(JSON.stringify(entry), 'tok_secret')
    const [event] = await setup.rows({ text: 'select body from events order by position desc' })
    assert.include(String(event.body), 'document.delivery_failed')
    assert.lengthOf(await setup.waiting('mail.notice'), 1)
    await setup.does('mail.notice')
    await setup.does('mail.notice_copy')
    assert.lengthOf(host.to((await setup.owner()).email), 1)
  })

  test('twice is written down once', async ({ assert }) => {
    const document = await invites()
    const back = await wayBack()
    const answers = await Promise.all([takes(back), takes(back), takes(back)])
    assert.sameMembers(answers, ['told', 'known', 'known'])
    assert.equal((await setup.found(document)).failedEmails, 1)
  })

  test('finds its mail though a mail system has changed the case of its address', async ({
    assert,
  }) => {
    await invites()
    assert.equal(await takes((await wayBack()).toUpperCase()), 'told')
  })

  test('is no bounce when it is {0}')
    .with([
      ['a delay', { action: 'delayed', status: '4.4.1' }],
      ['a delivery', { action: 'delivered', status: '2.0.0' }],
    ] as const)
    .run(async ({ assert }, [, report]) => {
      const document = await invites()
      assert.equal(await takes(await wayBack(), report), 'no report')
      assert.equal((await setup.found(document)).failedEmails, 0)
    })

  test('is no bounce when a person or a holiday notice writes', async ({ assert }) => {
    await invites()
    const back = await wayBack()
    const letter = `From: ana@example.test\r\nTo: ${back}\r\nSubject: Re\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`
    assert.equal(await ReturnedMail.take(back, Buffer.from(letter)), 'no report')
    for (const rubbish of ['', '\0\0\0', 'Content-Type: multipart/report\r\n\r\n'])
      assert.equal(await ReturnedMail.take(back, Buffer.from(rubbish)), 'no report')
  })

  test('given up after days counts, and does not call the address wrong', async ({ assert }) => {
    const document = await invites()
    const report = { status: '4.4.7', diagnosis: 'smtp; delivery temporarily suspended' }
    assert.equal(await takes(await wayBack(), report), 'told')
    assert.equal((await setup.found(document)).signers[0].status, 'delivery_failed')
    assert.lengthOf(await setup.rows({ text: 'select * from suppressions' }), 0)
  })

  test('to an address that nobody was given does nothing', async ({ assert }) => {
    const document = await invites()
    const back = await wayBack()
    const other = await MailSetup.open()
    const swapped = `b+${other.tenant.id.slice(-26)}${back.slice(28)}`
    const guessed = back.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'))
    for (const address of [swapped, guessed, `b+nobody@${DOMAIN}`, 'postmaster@x.test', ''])
      assert.equal(await takes(address), 'no such mail', address)
    assert.equal((await setup.found(document)).failedEmails, 0)
    assert.lengthOf(await other.rows({ text: 'select * from suppressions' }), 0)
  })

  test('of one tenant says nothing of another who wrote to the same person', async ({ assert }) => {
    const other = await MailSetup.open()
    const theirs = await other.sends({ signers: [ANA] })
    await other.does('mail.invite')
    await invites()
    await takes(await wayBack())
    assert.equal((await other.found(theirs)).failedEmails, 0)
    assert.equal((await other.within(() => Suppression.among([ANA.email]))).size, 0)
    assert.equal((await setup.within(() => Suppression.among([ANA.email]))).size, 1)
  })

  test('from one who has signed meanwhile changes nothing about that', async ({ assert }) => {
    const document = await invites()
    await setup.signs(document, 0)
    assert.equal(await takes(await wayBack()), 'told')
    const now = await setup.found(document)
    assert.equal(now.signers[0].status, 'signed')
    assert.equal(now.failedEmails, 0)
  })

  test('of a document that is gone is only noted', async ({ assert }) => {
    const document = await invites()
    const back = await wayBack()
    await setup.rows({ text: 'delete from documents where id = $1', values: [document.id] })
    assert.equal(await takes(back), 'told')
    assert.equal(await takes(back), 'known')
  })

  /** As a mail server hands a message over. @returns whether it was taken */
  const hands = async (
    listener: BounceListener,
    protocol: 'lmtp' | 'smtp',
    to: string,
    raw: string
  ) => {
    const transport = new SMTPTransport({
      host: '127.0.0.1',
      port: listener.port,
      lmtp: protocol === 'lmtp',
      ignoreTLS: true,
    })
    const message = { envelope: { from: '', to }, raw } as object as NodeMailerMessage
    const { original } = await transport.send(message)
    return original.accepted.length > 0
  }

  test('is taken in by {$self}, where strangers’ addresses are refused')
    .with(['lmtp', 'smtp'] as const)
    .run(async ({ assert, cleanup }, protocol) => {
      const document = await invites()
      const back = await wayBack()
      const listener = await BounceListener.open(`${protocol}://127.0.0.1:0`)
      cleanup(() => listener.close())
      const raw = deliveryReport({ to: back, recipient: ANA.email })
      assert.isTrue(await hands(listener, protocol, back, raw))
      assert.equal((await setup.found(document)).failedEmails, 1)
      await assert.rejects(() => hands(listener, protocol, 'info@x.test', raw), /550/)
      const large = raw + 'x'.repeat(2 * 1024 * 1024)
      const isTaken = await hands(listener, protocol, back, large).catch(() => false)
      assert.isFalse(isTaken)
    })

  test('keeps listening when somebody hangs up in the middle', async ({ assert, cleanup }) => {
    const listener = await BounceListener.open('smtp://127.0.0.1:0')
    cleanup(() => listener.close())
    const rude = createConnection(listener.port, '127.0.0.1')
    await once(rude, 'data')
    rude.write('EHLO x\r\nMAIL FROM:<>\r\n')
    await once(rude, 'data')
    rude.destroy()
    await invites()
    const back = await wayBack()
    const raw = deliveryReport({ to: back, recipient: ANA.email })
    assert.isTrue(await hands(listener, 'smtp', back, raw))
    assert.lengthOf(
      (await setup.mails()).filter(({ status }) => status === 'failed'),
      1
    )
  })
})
