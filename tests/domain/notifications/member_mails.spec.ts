import { test } from '@japa/runner'
import { DocumentMails } from '#app/documents/sharing/document_mails'
import { clock } from '#app/foundation/clock'
import { ALL_LANGUAGES } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { MAIL_CHOICES, type MailChoice, type MailRhythm } from '#app/identity/mails/mail_choice'
import { MailChoices } from '#app/identity/mails/mail_choices'
import { OwnRegion } from '#app/identity/users/own_region'
import type User from '#app/identity/users/user'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import { ANA, BEN } from '#tests/factories/document_factory'
import { makeUser } from '#tests/support/dashboard_visitor'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'

const EARLY = { early: true }

test.group('Mails to members about documents', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open({ name: 'Acme Estates' })
    return () => {
      clock.restore()
      return host.close()
    }
  })

  const choose = (user: User, kinds: readonly MailChoice[], rhythm: MailRhythm = 'each') =>
    setup.within(() => MailChoices.replace(user, { kinds, rhythm }))
  const follow = (
    user: User,
    { id }: { id: string },
    choice: 'follow' | 'mute' | null = 'follow'
  ) => setup.within(() => DocumentMails.choose({ documentId: id, userId: user.id }, choice))
  const subjectsTo = (user: User) => host.to(user.email).map(({ parsed }) => parsed.subject)
  const delivers = async () => {
    for (const kind of ['mail.viewed', 'mail.signed', 'mail.expiring', 'mail.send'])
      await setup.does(kind, EARLY)
  }

  test('come when signers open and sign only to those who asked for it, and else leave no work', async ({
    assert,
  }) => {
    const owner = await setup.owner()
    const quiet = await setup.sends({ signers: [ANA, BEN] })
    await setup.signs(quiet, 0)
    assert.isEmpty([
      ...(await setup.waiting('mail.viewed')),
      ...(await setup.waiting('mail.signed')),
    ])
    await choose(owner, MAIL_CHOICES)
    const document = await setup.sends({ signers: [ANA, BEN] })
    await setup.signs(document, 0)
    await delivers()
    assert.sameMembers(subjectsTo(owner), [
      `${ANA.name} opened “${document.title}”`,
      `${ANA.name} signed “${document.title}”`,
    ])
    const signed = host.to(owner.email).find(({ parsed }) => / signed /.test(parsed.subject!))!
    assert.include(signed.parsed.text!, 'Signatures: 1 of 2.')
    assert.match(signed.raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    // the same work twice is one mail
    for (const { id } of [document.signers[0]])
      await setup.appends({ kind: 'mail.signed', ref: id })
    await delivers()
    assert.lengthOf(subjectsTo(owner), 2)
  })

  test('go to colleagues who follow a document for as long as they may see it, and to nobody who mutes it', async ({
    assert,
  }) => {
    const owner = await setup.owner()
    const admin = await makeUser(setup.tenant, 'admin')
    const member = await makeUser(setup.tenant, 'member')
    await choose(owner, MAIL_CHOICES)
    const document = await setup.sends({ signers: [ANA, BEN] })
    await follow(owner, document, 'mute')
    await follow(admin, document)
    await follow(member, document) // before it was shared with them: nothing comes
    await setup.signs(document, 0)
    await delivers()
    assert.lengthOf(subjectsTo(admin), 2)
    assert.isEmpty([...subjectsTo(owner), ...subjectsTo(member)])
    const [first] = host.to(admin.email)
    const said = first.parsed.text!.replace(/\s+/g, ' ')
    assert.include(said, 'where you follow this document')
    assert.include(first.parsed.text!, `/mails/${admin.id}.${document.id}.`)
    await setup.rows({
      text: `insert into document_shares values ($1, $2, 'read', $3, now())`,
      values: [document.id, member.id, owner.id],
    })
    await follow(admin, document, null)
    await setup.declines(document, 1, 'Too dear')
    await setup.does('mail.ended')
    // no longer shared when its turn comes
    await setup.rows({ text: 'delete from document_shares' })
    await setup.does('mail.send')
    assert.lengthOf(subjectsTo(admin), 2)
    assert.isEmpty([...subjectsTo(owner), ...subjectsTo(member)])
    const statuses = (await setup.mails()).filter(({ userId }) => userId === member.id)
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['withdrawn']
    )
  })

  for (const language of ALL_LANGUAGES)
    test(`are in ${language} and by the person's clocks where they say so`, async ({ assert }) => {
      const owner = await setup.owner()
      await setup.within(() => OwnRegion.change(owner, { language, timeZone: 'Asia/Kolkata' }))
      await choose(owner, MAIL_CHOICES)
      const { t } = Phrasebook.in(language)
      const document = await setup.sends({ signers: [ANA, BEN] })
      await setup.signs(document, 0)
      await delivers()
      await setup.declines(document, 1, 'Too dear')
      await setup.does('mail.ended')
      await setup.does('mail.send')
      const details = { documentId: document.id }
      await setup.within(() => unit(() => Notice.leave('document.taken_down', details)))
      await setup.does('mail.notice')
      await setup.does('mail.notice_copy')
      const mails = host.to(owner.email)
      const { title } = document
      assert.includeMembers(
        mails.map(({ parsed }) => parsed.subject!),
        [
          t('mails.signed_subject', { name: ANA.name, title }),
          t('mails.declined_subject', { title, brand: 'Acme Estates' }),
          t('mails.taken_down'),
        ]
      )
      const all = mails.map(({ parsed }) => `${parsed.text}\n${String(parsed.html)}`).join('\n')
      for (const words of [
        t('mails.open'),
        t('mails.others_told'),
        t('mails.taken_down_advice'),
        t('mails.stop_mails'),
      ])
        assert.include(all.replace(/\s+/g, ' '), words.replace(/\s+/g, ' '))
      assert.match(all, new RegExp(`<html lang="${language}"[ >]`))
      assert.match(all, /(GMT|UTC|غرينتش)\+5[:.]30/)
      if (language !== 'en') assert.notMatch(all, /Hello|Open the document|Stop mails/)
    })

  test('warn of an end that is near, once, and not of one that was put off', async ({ assert }) => {
    const owner = await setup.owner()
    await choose(owner, MAIL_CHOICES)
    const document = await setup.sends({ signers: [ANA, BEN], expiresInDays: 10 })
    const remind = () => setup.does('remind', EARLY)
    await remind() // far too early, as after an extension
    await delivers()
    assert.isEmpty(subjectsTo(owner))
    clock.travel(8.5 * 24 * 3_600_000)
    await setup.appends({ kind: 'remind', ref: document.id })
    await remind()
    await delivers()
    assert.deepEqual(subjectsTo(owner), [`“${document.title}” expires soon`])
    assert.include(
      host.to(owner.email)[0].parsed.text!,
      `Not signed yet: ${ANA.name} and ${BEN.name}.`
    )
  })
})
