import { test } from '@japa/runner'
import { Mailbox } from '#app/notifications/mailbox'
import { ANA } from '#tests/factories/document_factory'
import { SmtpHost } from '#tests/support/smtp_host'
import { MailDesk } from '#tests/support/mail_desk'

test.group('Mailbox', (group) => {
  let host: SmtpHost
  let desk: MailDesk

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    desk = await MailDesk.open({ environment: 'test' })
    return () => host.close()
  })

  test('keeps the mails of the sandbox, of which none goes to a mail server', async ({
    assert,
  }) => {
    const document = await desk.sends()
    await desk.does('mail.invite')
    assert.equal(host.recipients, 0)
    const [last, ...others] = await desk.within(() => Mailbox.list())
    assert.lengthOf(others, 1)
    const { mail, html, text, to, headers } = (await desk.within(() => Mailbox.read(last.id)))!
    const signer = document.signers.find(({ id }) => id === mail.signerId)!
    assert.deepEqual(to, [{ name: signer.name, address: signer.email }])
    const link = `/sign/${await desk.within(() => signer.token())}`
    assert.include(text, link)
    assert.include(html, link)
    assert.include(html, 'This is a test')
    assert.deepInclude(headers, { 'Auto-Submitted': 'auto-generated' })
    assert.equal(last.status, 'mailbox')
  })

  test('pages from the newest to the oldest', async ({ assert }) => {
    const signers = ['a', 'b', 'c'].map((name) => ({ ...ANA, email: `${name}@example.test` }))
    await desk.sends({ signers })
    await desk.does('mail.invite')
    const pages = await desk.within(async () => {
      const first = await Mailbox.list({ limit: 2 })
      return [first, await Mailbox.list({ limit: 2, before: first[1] })]
    })
    assert.deepEqual(
      pages.map((page) => page.length),
      [2, 1]
    )
    const recipients = pages.flat().map(({ recipient }) => recipient)
    assert.sameMembers(
      recipients,
      signers.map(({ email }) => email)
    )
  })

  test('holds no link that the database alone could show', async ({ assert }) => {
    const document = await desk.sends({ signers: [ANA] })
    await desk.does('mail.invite')
    const token = await desk.within(() => document.signers[0].token())
    const rows = JSON.stringify((await desk.mails()).map(({ $attributes }) => $attributes))
    assert.notInclude(rows, token)
    const [{ content }] = await desk.mails()
    assert.notInclude(content!.toString('latin1'), token)
    assert.notInclude(content!.toString('latin1'), '/sign/')
  })

  test('shows nothing of another mail', async ({ assert }) => {
    assert.isNull(await desk.within(() => Mailbox.read('mai_01arz3ndektsv4rrffq69g5fav')))
  })
})
