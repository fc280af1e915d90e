import { test } from '@japa/runner'
import { ALL_LANGUAGES, type Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { Signing } from '#app/signing/signing'
import Brand from '#app/brand/brand'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'

const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }

test.group('Languages of mails', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.setup(async () => {
    setup = await MailSetup.open({ name: 'Acme Estates' })
  })
  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    return () => host.close()
  })

  const offer = (languages: Language[]) =>
    setup.within(async () => (await Brand.current()).merge({ languages }).save())

  for (const language of ALL_LANGUAGES)
    test(`are in ${language} from the subject to the foot where the brand begins with it`, async ({
      assert,
    }) => {
      await offer([language, ...ALL_LANGUAGES.filter((other) => other !== language)])
      const document = await setup.sends({ signers: [ANA], message: 'As it was agreed.' })
      await setup.does('mail.invite')
      const [{ parsed }] = await host.gets(1)
      const { t, moment } = Phrasebook.in(language)
      const { title } = document
      assert.equal(parsed.subject, t('mails.invitation_subject', { brand: 'Acme Estates', title }))
      const html = String(parsed.html)
      assert.include(html, `<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`)
      // also where a mail program shows the body in a page of its own; a link turns around nowhere
      const body = html.slice(html.indexOf('<body'))
      assert.lengthOf(body.match(/<(?:div|table) [^>]*dir="rtl"/g) ?? [], language === 'ar' ? 2 : 0)
      assert.match(body, /<a [^>]*dir="ltr" href="(http[^"]+)"[^>]*>\1<\/a>/)
      for (const words of [
        t('mails.hello', { name: ANA.name }),
        t('mails.invitation_text'),
        t('mails.review'),
        t('mails.yours_alone'),
        t('mails.report'),
        moment(document.expiresAt!),
      ]) {
        assert.include(html, words)
        assert.include(parsed.text!.replace(/\s+/g, ' '), words.replace(/\s+/g, ' '))
      }
      assert.include(html, t('mails.please_sign_by', { when: moment(document.expiresAt!) }))
      assert.include(html, 'As it was agreed.')
      if (language !== 'en') assert.notMatch(html, /Hello|Review and sign|Questions\?|Sign by/)
    })

  test('follow what the sender chose for a signer, and carry the words to that signer alone', async ({
    assert,
  }) => {
    await offer(['de', 'fr', 'en'])
    const words = { language: 'fr' as const, message: 'Pour vous seule.' }
    const document = await setup.sends({
      ...{ signers: [{ ...ANA, ...words }, BEN], message: 'An alle.' },
    })
    await setup.does('mail.invite')
    await host.gets(2)
    const { title } = document
    const [toAna, toBen] = [ANA, BEN].map(({ email }) => host.to(email)[0].parsed)
    const subjectIn = (language: Language) =>
      Phrasebook.in(language).t('mails.invitation_subject', { brand: 'Acme Estates', title })
    assert.deepEqual([toAna.subject, toBen.subject], [subjectIn('fr'), subjectIn('de')])
    assert.match(toAna.text!, /> An alle\.\n> ?\n> Pour vous seule\./)
    assert.notInclude(toBen.text!, 'Pour vous seule.')
    assert.include(toBen.text!, 'An alle.')
  })

  test('follow what a signer has chosen, each their own, and leave the sender theirs', async ({
    assert,
  }) => {
    await offer(['de', 'fr', 'en'])
    const document = await setup.sends({ signers: [ANA, BEN] })
    await setup.does('mail.invite')
    await host.gets(2)
    const [ana, ben] = document.signers
    await setup.within(() => new Signing(document.id, ana.id, CLIENT).choose('fr'))
    await setup.within(() => document.void({ by: OLGA }))
    await setup.does('mail.ended')
    await setup.does('mail.send')
    await host.gets(5)
    const [owner, title] = [await setup.owner(), document.title]
    const subjectTo = (email: string) => host.to(email).at(-1)!.parsed.subject
    assert.equal(subjectTo(ana.email), `«\u00a0${title}\u00a0» a été retiré`)
    assert.equal(subjectTo(ben.email), `„${title}“ wurde zurückgezogen`)
    assert.equal(subjectTo(owner.email), `“${title}” was withdrawn`)
    assert.include(
      String(host.to(ana.email).at(-1)!.parsed.html),
      'plus personne ne peut le signer'
    )
    assert.include(host.to(ben.email).at(-1)!.parsed.text!, 'Für Sie ist nichts mehr zu tun.')
  })

  test('keep the language of their subject when they are tried again', async ({ assert }) => {
    await offer(['de', 'fr'])
    const document = await setup.sends({ signers: [ANA] })
    host.behaves({ atRecipient: () => ({ responseCode: 451, message: '4.7.1 Later' }) })
    await setup.does('mail.invite')
    const [signer] = document.signers
    await setup.within(() => new Signing(document.id, signer.id, CLIENT).choose('fr'))
    host.behaves({})
    await setup.does('mail.invite')
    const [{ parsed }] = await host.gets(1)
    assert.match(parsed.subject!, /bittet Sie/)
    assert.include(parsed.text!, 'Guten Tag')
  })
})
