import { test } from '@japa/runner'
import env from '#start/env'
import { AuditTrail } from '#app/audit/audit_trail'
import { clock } from '#app/foundation/clock'
import { bounceAddress } from '#app/notifications/bounces/bounce_token'
import { platformRoute } from '#app/notifications/servers/sender_route'
import { Cell } from '#app/tenancy/cell'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { SmtpHost } from '#tests/support/smtp_host'
import { HeldTransport } from '#tests/support/held_transport'
import { MailSetup } from '#tests/support/mail_setup'

/** Its own return path, where there is somebody to take it in. */
async function comesBackTo(id: string): Promise<string> {
  const { address, returnTo } = platformRoute()
  return returnTo ? bounceAddress(id, returnTo) : address
}

/** As if another worker had it. */
const holdBack = (id: string, isHeld: boolean) =>
  Cell.named('main').as('relay', (client) =>
    client.query(
      `update cell.outbox set lease_until = case when $2 then now() + interval '1 minute' end where id = $1`,
      [id, isHeld]
    )
  )

test.group('Invitation', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open({ name: 'Acme Estates' })
    return async () => {
      clock.restore()
      await host.close()
    }
  })

  const solo = { signers: [ANA] }

  test('reaches each signer with a link of their own, the message and the day until which to sign', async ({
    assert,
  }) => {
    const document = await setup.sends({ message: 'Please sign.\nThank you <all>!' })
    await setup.does('mail.invite')
    assert.lengthOf(host.received, 2)
    for (const signer of document.signers) {
      const [{ parsed }] = host.to(signer.email)
      const link = `/sign/${await setup.within(() => signer.token())}`
      assert.include(parsed.text!, link)
      assert.include(parsed.html || '', link)
      assert.include(parsed.text!, '> Please sign.\n> Thank you <all>!')
      assert.include(parsed.html || '', 'Thank you &lt;all&gt;!')
      assert.include(parsed.text!, 'Contract of sale')
      assert.include(parsed.text!, `Hello ${signer.name},`)
      const day = document.expiresAt!.toLocaleDateString('en-GB', {
        dateStyle: 'long',
        timeZone: 'UTC',
      })
      assert.include(parsed.text!, day)
    }
    const [one, other] = host.received
    assert.notEqual(one.parsed.messageId, other.parsed.messageId)
  })

  test('comes in the name of the tenant through the platform, and is answered to the person who sent it', async ({
    assert,
  }) => {
    const owner = await setup.owner()
    await setup.sends(solo)
    await setup.does('mail.invite')
    const [{ parsed, raw, envelope }] = host.received
    assert.deepEqual(parsed.from!.value, [{ name: 'Acme Estates', address: env.get('MAIL_FROM') }])
    assert.equal(envelope.from, await setup.within(() => comesBackTo(parsed.messageId!)))
    assert.deepEqual(envelope.to, [ANA.email])
    assert.deepEqual(parsed.replyTo!.value, [{ name: owner.name, address: owner.email }])
    assert.equal(parsed.subject, 'Acme Estates asks you to sign “Contract of sale”')
    assert.equal(parsed.headers.get('auto-submitted'), 'auto-generated')
    assert.equal(parsed.headers.get('x-auto-response-suppress'), 'All')
    assert.isFalse(parsed.headers.has('x-mailer'))
    assert.notMatch(raw, /adonis|nodemailer/i)
    assert.notMatch(`${parsed.html} ${parsed.text}`, /<img|countersign/i)
  })

  test('does not go to one who is to sign in person by then', async ({ assert }) => {
    const document = await setup.sends()
    await setup.within(() => document.correct(document.signers[0].id, { inPerson: true }, OLGA))
    await setup.does('mail.invite')
    assert.deepEqual(
      host.received.map(({ envelope }) => envelope.to),
      [[BEN.email]]
    )
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
  })

  test('is sent once, however often its work runs', async ({ assert }) => {
    const document = await setup.sends(solo)
    await setup.does('mail.invite')
    await setup.appends({ kind: 'mail.invite', ref: document.signers[0].id })
    assert.equal(await setup.does('mail.invite'), 1)
    assert.lengthOf(host.received, 1)
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
    const [mail] = await setup.mails()
    assert.equal(mail.status, 'sent')
    assert.isNull(mail.content)
  })

  test('is sent once where two pieces of work are to send it at the same time', async ({
    assert,
  }) => {
    const held = HeldTransport.takesOver()
    const document = await setup.sends(solo)
    const first = setup.does('mail.invite')
    await held.holds(1)
    await setup.appends({ kind: 'mail.invite', ref: document.signers[0].id })
    await Promise.race([setup.does('mail.invite'), held.holds(2)])
    assert.equal(held.offered, 1)
    assert.lengthOf(await setup.waiting('mail.invite'), 2)
    held.release()
    await first
    await setup.does('mail.invite')
    assert.equal(held.offered, 1)
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
  })

  test('to an address that was corrected while the mail server was down arrives once', async ({
    assert,
  }) => {
    const document = await setup.sends(solo)
    await setup.within(() =>
      document.correct(document.signers[0].id, { email: 'new@example.test' }, OLGA)
    )
    await host.close()
    for (let tries = 0; tries < 3; tries++) await setup.does('mail.invite', { atOnce: true })
    await host.listen()
    await setup.does('mail.invite', { atOnce: true })
    await setup.does('mail.invite')
    assert.deepEqual(
      host.received.map(({ envelope }) => envelope.to),
      [['new@example.test']]
    )
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
  })

  test('to an address that was corrected while the mail server was down goes out once, though two jobs are to send it', async ({
    assert,
  }) => {
    const document = await setup.sends(solo)
    await setup.within(() =>
      document.correct(document.signers[0].id, { email: 'new@example.test' }, OLGA)
    )
    await host.close()
    for (let tries = 0; tries < 3; tries++) await setup.does('mail.invite')
    const held = HeldTransport.takesOver()
    const [one] = await setup.waiting('mail.invite')
    await holdBack(one.id, true)
    const first = setup.does('mail.invite')
    await held.holds(1)
    await holdBack(one.id, false)
    await Promise.race([setup.does('mail.invite'), held.holds(2)])
    assert.equal(held.offered, 1)
    held.release()
    await first
    await setup.does('mail.invite')
    assert.equal(held.offered, 1)
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
  })

  test('is not sent to one who has signed since, nor about a document that has ended', async ({
    assert,
  }) => {
    const signed = await setup.sends()
    await setup.signs(signed, 0)
    const voided = await setup.sends(solo)
    await setup.within(() => voided.void({ by: OLGA }))
    const over = await setup.sends({ ...solo, expiresInDays: 1 })
    clock.travel(86_400_000)
    await setup.does('mail.invite')
    assert.deepEqual(
      host.received.map(({ envelope }) => envelope.to),
      [[BEN.email]]
    )
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
    assert.equal((await setup.found(over)).failedEmails, 0)
  })

  test('cannot be given headers or other recipients through names, titles and messages', async ({
    assert,
  }) => {
    const evil =
      'Ana\r\nBcc: all@victims.test\r\n\r\n<script>alert(1)</script>, "Eve" <eve@evil.test>'
    await setup.sends({
      title: `Contract\r\nX-Injected: yes\n\u202Egnp`,
      message: '<img src=x onerror=alert(1)>\r\n.\r\nQUIT\r\n',
      signers: [{ ...ANA, name: evil }],
    })
    await setup.does('mail.invite')
    const [{ parsed, envelope }] = await host.gets(1)
    assert.deepEqual(envelope.to, [ANA.email])
    assert.lengthOf(host.received, 1)
    assert.isFalse(parsed.headers.has('bcc'))
    assert.isFalse(parsed.headers.has('x-injected'))
    assert.equal(parsed.subject, 'Acme Estates asks you to sign “Contract X-Injected: yes gnp”')
    const to = Array.isArray(parsed.to) ? parsed.to : [parsed.to!]
    assert.lengthOf(
      to.flatMap(({ value }) => value),
      1
    )
    assert.equal(to[0].value[0].address, ANA.email)
    assert.notMatch(parsed.html || '', /<script|<img/)
    assert.include(parsed.text!, '<img src=x onerror=alert(1)>')
  })

  test('keeps names as they are written, with commas and in any script', async ({ assert }) => {
    const name = 'Lopez, Ana "Anita" 王小明 ✍️'
    await setup.sends({ title: 'Vertrag über 王', signers: [{ ...ANA, name }] })
    await setup.does('mail.invite')
    const [{ parsed }] = host.received
    const to = Array.isArray(parsed.to) ? parsed.to[0] : parsed.to!
    assert.deepEqual(to.value, [{ name, address: ANA.email }])
    assert.equal(parsed.subject, 'Acme Estates asks you to sign “Vertrag über 王”')
  })

  test('that is refused marks the signer undelivered, and reaches document, trail and subscribers immediately', async ({
    assert,
  }) => {
    host.behaves({
      atRecipient: (address) =>
        address === ANA.email
          ? { responseCode: 550, message: '5.1.1 <ana@example.test> is unknown here' }
          : null,
    })
    const document = await setup.sends()
    await setup.does('mail.invite')
    const now = await setup.found(document)
    assert.deepEqual(
      now.signers.map(({ status }) => status),
      ['delivery_failed', 'sent']
    )
    assert.equal(now.failedEmails, 1)
    assert.equal(now.emailsSent, 2)
    const entry = (await setup.within(() => AuditTrail.read(document.id))).at(-1)!
    assert.equal(entry.action, 'mail.bounced')
    assert.deepInclude(entry.body.details, { signerId: now.signers[0].id, code: '550 5.1.1' })
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
    assert.deepEqual(await setup.events(), ['document.sent', 'document.delivery_failed'])
    const failed = (await setup.mails()).find(({ recipient }) => recipient === ANA.email)!
    assert.deepInclude(failed.serialize(), { status: 'failed', error: '550 5.1.1' })
    await setup.signs(document, 0)
    assert.equal((await setup.found(document)).signers[0].status, 'signed')
  })

  test('that is refused is told of, too, where the address was written in other letters since', async ({
    assert,
  }) => {
    host.behaves({ atRecipient: () => ({ responseCode: 451, message: '4.7.1 Come back later' }) })
    const document = await setup.sends(solo)
    await setup.does('mail.invite')
    await setup.within(() =>
      document.correct(document.signers[0].id, { email: 'Ana@example.test' }, OLGA)
    )
    host.behaves({ atRecipient: () => ({ responseCode: 550, message: '5.1.1 Unknown here' }) })
    await setup.does('mail.invite')
    assert.equal((await setup.found(document)).signers[0].status, 'delivery_failed')
  })

  test('to a server that makes strangers wait is put off, and then arrives under the same Message-ID', async ({
    assert,
  }) => {
    host.behaves({
      atRecipient: () => ({ responseCode: 451, message: '4.7.1 Greylisted, come back later' }),
    })
    const document = await setup.sends(solo)
    await setup.does('mail.invite')
    const [work] = await setup.waiting('mail.invite')
    assert.equal(work.tries, 1)
    assert.isNull(work.lease_until)
    const [mail] = await setup.mails()
    assert.deepInclude(mail.serialize(), { status: 'queued', error: '451 4.7.1' })
    assert.equal((await setup.found(document)).failedEmails, 0)
    host.behaves({})
    await setup.does('mail.invite')
    const [{ parsed }] = host.received
    assert.equal(parsed.messageId, mail.messageId)
    assert.deepInclude((await setup.mails())[0].serialize(), { status: 'sent', error: null })
  })

  test('is given up when a recipient was put off five times', async ({ assert }) => {
    host.behaves({ atRecipient: () => ({ responseCode: 452, message: '4.2.2 Mailbox full' }) })
    const document = await setup.sends(solo)
    for (let tries = 0; tries < 6; tries++) assert.equal(await setup.does('mail.invite'), 1)
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
    const now = await setup.found(document)
    assert.equal(now.signers[0].status, 'delivery_failed')
    assert.equal(now.failedEmails, 1)
  })

  test('waits as long as it must for a mail server that is down', async ({ assert }) => {
    await host.close()
    const document = await setup.sends(solo)
    for (let tries = 0; tries < 7; tries++) await setup.does('mail.invite')
    const [work] = await setup.waiting('mail.invite')
    assert.equal(work.tries, 7)
    assert.equal((await setup.found(document)).signers[0].status, 'sent')
    await host.listen()
    await setup.does('mail.invite')
    assert.lengthOf(host.received, 1)
  })

  test('waits too when it is the platform that the mail server does not want', async ({
    assert,
  }) => {
    host.behaves({ atSender: () => ({ responseCode: 550, message: '5.7.1 Not from you' }) })
    const document = await setup.sends(solo)
    await setup.does('mail.invite')
    assert.equal((await setup.found(document)).signers[0].status, 'sent')
    assert.lengthOf(await setup.waiting('mail.invite'), 1)
  })

  test('that a server refuses after reading it is not tried again', async ({ assert }) => {
    host.behaves({
      atData: () => ({ responseCode: 554, message: '5.7.1 See http://x/sign/tok_a' }),
    })
    const document = await setup.sends(solo)
    await setup.does('mail.invite')
    assert.equal((await setup.found(document)).signers[0].status, 'delivery_failed')
    assert.equal((await setup.mails())[0].error, '554 5.7.1')
  })

  test('arrives through a slow server', async ({ assert }) => {
    host.behaves({ slowMs: 1_500 })
    await setup.sends(solo)
    await setup.does('mail.invite')
    assert.lengthOf(host.received, 1)
    assert.equal((await setup.mails())[0].status, 'sent')
  })

  test('whose connection breaks after the last byte goes out again under the same Message-ID', async ({
    assert,
  }) => {
    host.behaves({ atData: () => 'hang up' })
    await setup.sends(solo)
    await setup.does('mail.invite')
    assert.lengthOf(await setup.waiting('mail.invite'), 1)
    assert.lengthOf(host.received, 1)
    host.behaves({})
    await setup.does('mail.invite')
    const [first, second] = host.received.map(({ parsed }) => parsed.messageId)
    assert.lengthOf(host.received, 2)
    assert.equal(first, second)
    assert.equal((await setup.mails())[0].status, 'sent')
  })
})
