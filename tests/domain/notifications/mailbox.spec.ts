import { test } from '@japa/runner'
import { Mailbox } from '#app/notifications/mailbox'
import { ANA } from '#tests/factories/document_factory'
import { SmtpHost } from '#tests/support/smtp_host'
import { MailSetup } from '#tests/support/mail_setup'

test.group('Mailbox', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open({ environment: 'test' })
    return () => host.close()
  })

  test('keeps the mails of the sandbox, of which none goes to a mail server', async ({
    assert,
  }) => {
    const document = await setup.sends()
    await setup.does('mail.invite')
    assert.equal(host.recipients, 0)
    const [last, ...others] = await setup.within(() => Mailbox.list())
    assert.lengthOf(others, 1)
    const { mail, html, text, to, headers } = (await setup.within(() => Mailbox.read(last.id)))!
    const signer = document.signers.find(({ id }) => id === mail.signerId)!
    assert.deepEqual(to, [{ name: signer.name, address: signer.email }])
    const link = `/sign/${await setup.within(() => signer.token())}`
    assert.include(text, link)
    assert.include(html, link)
    assert.include(html, 'This is a test')
    assert.deepInclude(headers, { 'Auto-Submitted': 'auto-generated' })
    assert.equal(last.status, 'mailbox')
  })

  test('pages from the newest to the oldest', async ({ assert }) => {
    const signers = ['a', 'b', 'c'].map((name) => ({ ...ANA, email: `${name}@example.test` }))
    await setup.sends({ signers })
    await setup.does('mail.invite')
    const pages = await setup.within(async () => {
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
    const document = await setup.sends({ signers: [ANA] })
    await setup.does('mail.invite')
    const token = await setup.within(() => document.signers[0].token())
    const rows = JSON.stringify((await setup.mails()).map(({ $attributes }) => $attributes))
    assert.notInclude(rows, token)
    const [{ content }] = await setup.mails()
    assert.notInclude(content!.toString('latin1'), token)
    assert.notInclude(content!.toString('latin1'), '/sign/')
  })

  test('shows nothing of another mail', async ({ assert }) => {
    assert.isNull(await setup.within(() => Mailbox.read('mai_01arz3ndektsv4rrffq69g5fav')))
  })
})
