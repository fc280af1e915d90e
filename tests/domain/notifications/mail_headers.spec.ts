import { test } from '@japa/runner'
import env from '#start/env'
import { ANA } from '#tests/factories/document_factory'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'

test.group('Headers of a mail', (group) => {
  let host: SmtpHost

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    return () => host.close()
  })

  const invitedBy = async (name: string, signer = ANA.name) => {
    const setup = await MailSetup.open({ name })
    await setup.sends({ signers: [{ ...ANA, name: signer }] })
    await setup.does('mail.invite')
    return host.to(ANA.email).at(-1)!
  }

  test('show one sender and one recipient, whatever they are called: {$self}')
    .with([
      'Acme\r\nBcc: all@victims.test',
      'ceo@bank.example',
      'The Bank <ceo@bank.example>',
      '"ceo@bank.example" <x@y.test>, Eve',
      '=?utf-8?q?ceo=40bank.example?=',
      '\u202Eelpmaxe.knab@oec',
      'Ａｃｍｅ ＠ bank.example',
      ';,:<>[]()\\"',
      '王小明, Łukasz & Söhne ✍️',
    ])
    .run(async ({ assert }, name) => {
      const { raw, parsed, envelope } = await invitedBy(name, name)
      const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
      const lines = head.split('\r\n')
      for (const field of ['from', 'to', 'subject', 'message-id', 'reply-to'])
        assert.lengthOf(
          lines.filter((line) => line.toLowerCase().startsWith(`${field}:`)),
          1,
          field
        )
      assert.lengthOf(
        lines.filter((line) => /^(bcc|cc):/i.test(line)),
        0
      )
      assert.lengthOf(parsed.from!.value, 1)
      assert.equal(parsed.from!.value[0].address, env.get('MAIL_FROM'))
      assert.deepEqual(envelope.to, [ANA.email])
      assert.notMatch(head, /[^\x20-\x7E\r\n]/)
    })

  test('give no name that looks like somebody else’s address', async ({ assert }) => {
    for (const name of ['ceo@bank.example', 'The Bank <ceo@bank.example>', 'ceo＠bank.example']) {
      const { parsed } = await invitedBy(name)
      assert.notMatch(parsed.from!.value[0].name, /[@＠]/)
    }
  })

  test('say that a machine wrote it, and offer no list to leave', async ({ assert }) => {
    const { parsed } = await invitedBy('Acme')
    assert.equal(parsed.headers.get('auto-submitted'), 'auto-generated')
    for (const field of ['list-unsubscribe', 'x-mailer', 'return-receipt-to', 'precedence'])
      assert.isFalse(parsed.headers.has(field), field)
  })

  test('lead answers to the person who sent the document', async ({ assert }) => {
    const setup = await MailSetup.open()
    await setup.sends({ signers: [ANA] })
    await setup.does('mail.invite')
    const owner = await setup.owner()
    assert.equal(host.to(ANA.email).at(-1)!.parsed.replyTo!.value[0].address, owner.email)
  })
})
