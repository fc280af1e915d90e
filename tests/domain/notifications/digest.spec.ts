import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { DocumentMails } from '#app/documents/sharing/document_mails'
import { Suppression } from '#app/documents/signers/suppression'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { MAIL_CHOICES } from '#app/identity/mails/mail_choice'
import { MailChoices } from '#app/identity/mails/mail_choices'
import { OwnRegion } from '#app/identity/users/own_region'
import { Teamwork } from '#app/identity/teams/teamwork'
import type User from '#app/identity/users/user'
import { ANA, BEN } from '#tests/factories/document_factory'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'

test.group('One mail a day', (group) => {
  let host: SmtpHost
  let setup: MailSetup
  let owner: User

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open({ name: 'Acme Estates' })
    owner = await setup.owner()
    await setup.within(() => MailChoices.replace(owner, { kinds: MAIL_CHOICES, rhythm: 'daily' }))
    await setup.within(() => OwnRegion.change(owner, { timeZone: 'Asia/Tokyo', language: null }))
    return () => {
      clock.restore()
      return host.close()
    }
  })

  async function signs() {
    const document = await setup.sends({ signers: [ANA, BEN] })
    await setup.signs(document, 0)
    await setup.does('mail.viewed')
    await setup.does('mail.signed')
    return document
  }
  const mailsToOwner = () => host.to(owner.email).map(({ parsed }) => parsed)
  const digests = () => setup.rows({ text: 'select * from digests order by due_at' })

  test('takes the place of single mails: at eight in the person’s zone, with a line for each', async ({
    assert,
  }) => {
    const first = await signs()
    const second = await signs()
    await setup.does('mail.send')
    assert.isEmpty(mailsToOwner())
    const waiting = await setup.waiting('mail.digest')
    assert.lengthOf(waiting, 1)
    const [digest] = await digests()
    assert.equal(new Date(digest.due_at as string).getUTCHours(), 23) // Tokyo is nine hours ahead
    assert.equal(await setup.does('mail.digest', { early: false }), 0)
    await setup.does('mail.digest')
    const [mail, ...more] = mailsToOwner()
    assert.isEmpty(more)
    assert.equal(mail.subject, 'News about 2 documents')
    for (const title of [first.title, second.title]) assert.include(mail.text!, title)
    assert.include(mail.text!, `${ANA.name} opened it`)
    assert.include(mail.text!, `${ANA.name} signed (`)
    assert.include(mail.text!, 'GMT+9')
    assert.isEmpty(await digests())
    assert.isEmpty(await setup.rows({ text: 'select * from digest_lines' }))
  })

  test('names each document once in the line that inboxes show beside the subject', async ({
    assert,
  }) => {
    await signs()
    await signs()
    await setup.does('mail.digest')
    const [mail] = mailsToOwner()
    const [, preview] = /display:none[^>]*>([^<]*)</.exec(String(mail.html)) ?? []
    assert.equal(preview, 'Contract of sale · Contract of sale')
  })

  test('comes once, however often its work is done', async ({ assert }) => {
    await signs()
    const [{ id }] = await digests()
    await setup.appends({ kind: 'mail.digest', ref: String(id) })
    await setup.does('mail.digest')
    await setup.appends({ kind: 'mail.digest', ref: String(id) })
    await setup.does('mail.digest')
    assert.lengthOf(mailsToOwner(), 1)
  })

  test('is tried again with its lines when the mail server is busy', async ({ assert }) => {
    await signs()
    host.behaves({ atRecipient: () => ({ responseCode: 451, message: '4.7.1 Later' }) })
    await setup.does('mail.digest')
    assert.lengthOf(await digests(), 1)
    host.behaves({})
    await setup.does('mail.digest')
    const [mail, ...more] = mailsToOwner()
    assert.isEmpty(more)
    assert.include(mail.text!, `${ANA.name} opened it`)
  })

  test('is not sent empty, nor about what the person may no longer see', async ({ assert }) => {
    const document = await signs()
    const values = [document.id]
    await setup.rows({ text: 'update documents set erased_at = now() where id = $1', values })
    await setup.does('mail.digest')
    assert.isEmpty(mailsToOwner())
    assert.isEmpty(await digests())
  })

  test('leaves out what its reader has turned off since', async ({ assert }) => {
    const muted = await signs()
    const document = await signs()
    await setup.within(() => MailChoices.turnOff(owner, 'viewed'))
    await setup.within(() =>
      DocumentMails.choose({ documentId: muted.id, userId: owner.id }, 'mute')
    )
    await setup.does('mail.digest')
    const [mail] = mailsToOwner()
    assert.equal(mail.subject, 'News about one document')
    assert.include(mail.text!, document.title)
    assert.include(mail.text!, `${ANA.name} signed (`)
    assert.notInclude(mail.text!, 'opened it')
    await signs()
    await setup.within(() => MailChoices.turnAllOff(owner))
    await setup.does('mail.digest')
    assert.lengthOf(mailsToOwner(), 1)
    assert.isEmpty(await digests())
  })

  test('tells of what belongs to a team who made it', async ({ assert }) => {
    const document = await signs()
    await setup.within(async () => {
      const teamwork = new Teamwork({ type: 'user', id: owner.id, name: owner.name })
      const team = await teamwork.create('Sales')
      const text = 'update documents set holder_id = $2 where id = $1'
      await CurrentTenant.batch([{ text, values: [document.id, team] }])
    })
    await setup.does('mail.digest')
    assert.lengthOf(mailsToOwner(), 1)
  })

  test('is not sent to an address that refuses mail', async ({ assert }) => {
    await signs()
    await setup.within(() =>
      unit(() => CurrentTenant.batch([Suppression.of(owner.email, '550 5.1.1', 'm')]))
    )
    await setup.does('mail.digest')
    assert.isEmpty(mailsToOwner())
  })

  test('lets what cannot wait come at once', async ({ assert }) => {
    const document = await setup.sends({ signers: [ANA, BEN] })
    const values = [document.id]
    await setup.rows({ text: `update documents set status = 'failed' where id = $1`, values })
    await setup.appends({ kind: 'mail.ended', ref: document.id })
    await setup.does('mail.ended')
    await setup.does('mail.send')
    assert.deepEqual(
      mailsToOwner().map(({ subject }) => subject),
      [`“${document.title}” could not be sealed`]
    )
    assert.isEmpty(await digests())
  })
})
