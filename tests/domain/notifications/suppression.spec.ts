import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { Suppression } from '#app/documents/signers/suppression'
import SignersUnreachable from '#app/documents/errors/signers_unreachable'
import { tokenHash } from '#app/documents/signers/signing_link'
import { PasswordLink } from '#app/identity/users/password_link'
import Notice from '#app/tenants/notice'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'

test.group('Suppressed address', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open()
    return () => host.close()
  })

  const suppresses = (address: string, of = setup) =>
    of.within(() => unit(() => CurrentTenant.batch([Suppression.of(address, '550 5.1.1', 'm')])))
  const events = async () => {
    const rows = await setup.rows({ text: 'select name, body from events order by position' })
    return rows.map(({ name, body }) => {
      const { data } = JSON.parse(String(body))
      return `${name} ${data.sequence}`
    })
  }

  test('fails at once: it counts as failed, its signer reads so, and no mail is tried', async ({
    assert,
  }) => {
    await suppresses('ANA@example.test')
    const document = await setup.sends()
    assert.deepEqual([document.emailsSent, document.failedEmails], [1, 1])
    assert.deepEqual(
      document.signers.map(({ status }) => status),
      ['delivery_failed', 'sent']
    )
    assert.deepEqual(await events(), ['document.sent 1', 'document.delivery_failed 2'])
    await setup.does('mail.invite')
    assert.deepEqual(
      host.received.map(({ envelope }) => envelope.to),
      [[BEN.email]]
    )
    const entries = await setup.within(() => AuditTrail.read(document.id))
    const bounced = entries.find(({ action }) => action === 'mail.bounced')!
    assert.deepInclude(bounced.body.details, { code: 'suppressed', mail: 'invitation' })
    assert.equal(bounced.personal.email, ANA.email)
    const stored = await setup.found(document)
    assert.deepEqual([stored.emailsSent, stored.failedEmails], [1, 1])
    assert.isNull(stored.signers[0].sentAt)
  })

  test('is the same address in capitals, in what is suppressed and in what is sent', async ({
    assert,
  }) => {
    await suppresses('ana@example.test')
    const signers = [{ ...ANA, email: 'ANA@Example.Test' }, BEN]
    const document = await setup.sends({ signers })
    assert.deepEqual([document.emailsSent, document.failedEmails], [1, 1])
    await setup.does('mail.invite')
    assert.deepEqual(
      host.received.map(({ envelope }) => envelope.to),
      [[BEN.email]]
    )
  })

  test('leaves a document that can be sealed, also of who was to sign in person before', async ({
    assert,
  }) => {
    await suppresses(ANA.email)
    const document = await setup.sends({ signers: [{ ...ANA, inPerson: true }] })
    const corrected = await setup.within(() =>
      document.correct(document.signers[0].id, { inPerson: false }, OLGA)
    )
    assert.equal(corrected.signers[0].status, 'delivery_failed')
    await setup.signs(document, 0)
    await setup.does('seal')
    assert.equal((await setup.found(document)).status, 'completed')
  })

  test('leaves a document that can be sealed, also of who was mailed, signed in person meanwhile, and is to be mailed again', async ({
    assert,
  }) => {
    const document = await setup.sends({ signers: [ANA] })
    await setup.does('mail.invite')
    await suppresses(ANA.email)
    for (const inPerson of [true, false])
      await setup.within(() => document.correct(document.signers[0].id, { inPerson }, OLGA))
    assert.equal((await setup.found(document)).signers[0].status, 'delivery_failed')
    await setup.signs(await setup.found(document), 0)
    await setup.does('seal')
    assert.equal((await setup.found(document)).status, 'completed')
  })

  test('is not reminded: it is in no entry of the trail, and where nobody is left nothing happens', async ({
    assert,
  }) => {
    const document = await setup.sends()
    const [ana, ben] = document.signers
    await suppresses(ANA.email)
    await setup.within(() => document.remind(OLGA))
    const reminded = async () =>
      (await setup.within(() => AuditTrail.read(document.id)))
        .filter(({ action }) => action === 'document.reminded')
        .map(({ body }) => body.details.signerIds)
    assert.deepEqual(await reminded(), [[ben.id]])
    await assert.rejects(
      () => setup.within(() => document.remind(OLGA, ana.id)),
      SignersUnreachable
    )
    await suppresses(BEN.email)
    await assert.rejects(() => setup.within(() => document.remind(OLGA)), SignersUnreachable)
    assert.lengthOf(await reminded(), 1)
  })

  test('leaves its signer a link that works', async ({ assert }) => {
    await suppresses(ANA.email)
    const document = await setup.sends()
    const [ana] = document.signers
    const token = await setup.within(() => ana.token())
    const [row] = await setup.rows({
      text: 'select id from signers where token_sha256 = $1',
      values: [tokenHash(token)],
    })
    assert.equal(row.id, ana.id)
    await setup.signs(document, 0)
    assert.equal((await setup.found(document)).signers[0].status, 'signed')
  })

  test('fails when its turn comes, and no sooner', async ({ assert }) => {
    await suppresses(BEN.email)
    const document = await setup.sends({
      signers: [
        { ...ANA, order: 1 },
        { ...BEN, order: 2 },
      ],
    })
    assert.deepEqual([document.emailsSent, document.failedEmails], [1, 0])
    await setup.signs(document, 0)
    const now = await setup.found(document)
    assert.equal(now.signers[1].status, 'delivery_failed')
    assert.deepEqual([now.emailsSent, now.failedEmails], [1, 1])
    await setup.signs(document, 1)
    assert.equal((await setup.found(document)).progress, 100)
  })

  test('that was put on the list while its invitation waited gets none, also when it was typed in capitals', async ({
    assert,
  }) => {
    const document = await setup.sends({ signers: [{ ...ANA, email: 'ANA@Example.Test' }] })
    await suppresses('ana@example.test')
    await setup.does('mail.invite')
    assert.equal(host.recipients, 0)
    const now = await setup.found(document)
    assert.deepEqual([now.emailsSent, now.failedEmails], [1, 1])
  })

  test('is told nothing at the end either, and is mailed again once it is off the list', async ({
    assert,
  }) => {
    await suppresses(ANA.email)
    const document = await setup.sends()
    await setup.within(() => Suppression.lift(ANA.email.toUpperCase()))
    await setup.within(() => document.remind(OLGA))
    await setup.does('mail.remind')
    assert.lengthOf(host.to(ANA.email), 1)
    await suppresses(ANA.email)
    await setup.within(() => document.void({ by: OLGA }))
    await setup.does('mail.ended')
    await setup.does('mail.send')
    assert.lengthOf(host.to(ANA.email), 1)
  })

  test('of a member gets no mail about documents and no notice, but the link that lets them in', async ({
    assert,
  }) => {
    const owner = await setup.owner()
    const declined = async () => {
      const document = await setup.sends({ signers: [ANA] })
      await setup.declines(document, 0, 'Not like this')
      await setup.does('mail.ended')
      return document
    }
    const waiting = await declined()
    await suppresses(owner.email)
    await setup.does('mail.send')
    await declined()
    await setup.does('mail.send')
    const details = { signerId: waiting.signers[0].id, code: '550 5.1.1' }
    await setup.within(() => unit(() => Notice.leave('signer.undeliverable', details)))
    const notices = async () => {
      await setup.does('mail.notice')
      await setup.does('mail.notice_copy')
    }
    await notices()
    assert.isEmpty(host.to(owner.email))
    const left = (await setup.mails()).filter(({ recipient }) => recipient === owner.email)
    assert.deepEqual([...new Set(left.map(({ status }) => status))], ['withdrawn'])
    await setup.within(() => PasswordLink.send(owner.email, {}))
    await notices()
    assert.lengthOf(host.to(owner.email), 1)
  })

  test('is one tenant’s own: another may write to it', async ({ assert }) => {
    const other = await MailSetup.open()
    await suppresses(ANA.email, other)
    const document = await setup.sends({ signers: [ANA] })
    assert.deepEqual([document.emailsSent, document.failedEmails], [1, 0])
  })

  test('is what a server called wrong, not what it did not like: {0}')
    .with([
      ['550 5.1.1 Unknown', true],
      ['550 5.1.10 Null MX', true],
      ['550 5.2.1 Disabled', true],
      ['552 5.2.2 Full', false],
      ['550 5.7.1 Not from you', false],
      ['550 Blocked', false],
      ['554 5.6.0 Odd mail', false],
    ] as const)
    .run(async ({ assert }, [answer, isWrong]) => {
      host.behaves({
        atRecipient: () => ({ responseCode: Number(answer.slice(0, 3)), message: answer.slice(4) }),
      })
      const document = await setup.sends({ signers: [ANA] })
      await setup.does('mail.invite')
      assert.equal((await setup.found(document)).signers[0].status, 'delivery_failed')
      const listed = await setup.within(() => Suppression.among([ANA.email]))
      assert.equal(listed.size === 1, isWrong)
    })
})
