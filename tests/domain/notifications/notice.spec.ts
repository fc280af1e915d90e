import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { OwnRegion } from '#app/identity/users/own_region'
import type User from '#app/identity/users/user'
import { WORDINGS } from '#app/notifications/notices/index'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import { ANA } from '#tests/factories/document_factory'
import { makeUser } from '#tests/support/dashboard_visitor'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'

test.group('Notice', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open({ name: 'Acme Estates' })
    return () => host.close()
  })

  const leaves = async (options: { to?: string } = {}) => {
    const document = await setup.sends({ signers: [ANA] })
    const details = { signerId: document.signers[0].id, code: '550 5.1.1' }
    await setup.within(() => unit(() => Notice.leave('signer.undeliverable', details, options)))
    return document
  }
  const mails = async () => {
    await setup.does('mail.notice')
    await setup.does('mail.notice_copy')
    return host.received.map(({ envelope }) => envelope.to[0]).sort()
  }

  test('is mailed to owners and admins, and to nobody else', async ({ assert }) => {
    const admin = await makeUser(setup.tenant, 'admin')
    for (const role of ['developer', 'member', 'viewer'] as const)
      await makeUser(setup.tenant, role)
    const gone = await makeUser(setup.tenant, 'admin')
    await setup.within(() => gone.merge({ disabledAt: new Date() }).save())
    await leaves()
    assert.deepEqual(await mails(), [admin.email, (await setup.owner()).email].sort())
  })

  test('says in the tenant’s look what happened, and where to do something about it', async ({
    assert,
  }) => {
    const document = await leaves()
    await mails()
    const [{ parsed }] = host.received
    assert.equal(parsed.from!.value[0].name, 'Acme Estates')
    assert.equal(parsed.subject, 'Ana Buyer could not be reached')
    assert.include(parsed.text!, 'Contract of sale')
    assert.include(parsed.text!, '550 5.1.1')
    const path = `/documents/${document.id}/signers/${document.signers[0].id}/edit`
    assert.include(parsed.text!, path)
    assert.include(parsed.html || '', path)
    assert.equal(parsed.headers.get('auto-submitted'), 'auto-generated')
  })

  test('about settings is in German for who reads German, and in English for all others', async ({
    assert,
  }) => {
    const owner = await setup.owner()
    const readers = await Promise.all(['de', 'fr'].map(() => makeUser(setup.tenant, 'admin')))
    const [german, french] = readers
    await setup.within(async () => {
      await OwnRegion.change(german, { language: 'de', timeZone: null })
      await OwnRegion.change(french, { language: 'fr', timeZone: null })
      await unit(() => Notice.leave('sender.domain_restored', { domain: 'acme.test' }))
    })
    await mails()
    const sent = ({ email }: User) => host.to(email).map(({ parsed }) => parsed)[0]
    assert.equal(sent(german).subject, 'Ihre E-Mails kommen wieder von acme.test')
    assert.match(String(sent(german).html), /<html lang="de"/)
    assert.include(sent(german).text!, 'Einstellungen des Absenders öffnen')
    for (const reader of [owner, french])
      assert.equal(sent(reader).subject, 'Your emails come from acme.test again')
  })

  test('leaves no name in its row once it is over, also where nothing is left to tell', async ({
    assert,
  }) => {
    await leaves()
    const withdrawn = await leaves()
    await setup.does('mail.notice')
    await setup.rows({ text: 'delete from fields where document_id = $1', values: [withdrawn.id] })
    await setup.rows({ text: 'delete from signers where document_id = $1', values: [withdrawn.id] })
    await setup.does('mail.notice_copy')
    const rows = (await setup.mails()).filter(({ kind }) => kind === 'notice')
    assert.sameMembers(
      rows.map(({ status }) => status),
      ['sent', 'withdrawn']
    )
    for (const { subject } of rows) assert.equal(subject, '')
    assert.include(host.received[0].parsed.subject, ANA.name)
  })

  test('of an earlier release loses its name when its tenant is migrated', async ({ assert }) => {
    const insert = `insert into mails (id, kind, document_id, recipient, message_id, subject, status, created_at)
      values ($1, $2, $3, 'olga@example.test', $1, 'Ana Buyer', $4, now())`
    for (const values of [
      ['mai_sent', 'notice', null, 'sent'],
      ['mai_queued', 'notice', null, 'queued'],
      ['mai_document', 'signed', 'doc_x', 'sent'],
    ])
      await setup.rows({ text: insert, values })
    const file = app.makePath('database/tenant/environment/0880_mail_subjects.sql')
    const text = readFileSync(file, 'utf8')
      .replaceAll(/^--.*$/gm, '')
      .trim()
    await setup.rows({ text })
    const subjects = await setup.rows({ text: 'select id, subject from mails order by id' })
    assert.deepEqual(subjects, [
      { id: 'mai_document', subject: 'Ana Buyer' },
      { id: 'mai_queued', subject: 'Ana Buyer' },
      { id: 'mai_sent', subject: '' },
    ])
  })

  test('for one person reaches that person alone, whatever their role', async ({ assert }) => {
    const member = await makeUser(setup.tenant, 'member')
    await leaves({ to: member.id })
    assert.deepEqual(await mails(), [member.email])
  })

  test('is one mail to each, under one Message-ID, however often its work runs', async ({
    assert,
  }) => {
    host.behaves({ atData: () => 'hang up' })
    await leaves()
    await mails()
    host.behaves({})
    const [{ noticeId }] = await setup.mails()
    await setup.appends({ kind: 'mail.notice', ref: noticeId! })
    await mails()
    assert.lengthOf(host.received, 2)
    assert.equal(new Set(host.received.map(({ parsed }) => parsed.messageId)).size, 1)
    assert.lengthOf(await setup.mails(), 1)
  })

  test('is withdrawn when its subject is gone', async ({ assert }) => {
    const document = await leaves()
    await setup.does('mail.notice')
    await setup.rows({ text: 'delete from documents where id = $1', values: [document.id] })
    assert.deepEqual(await mails(), [])
    assert.equal((await setup.mails())[0].status, 'withdrawn')
  })

  test('that is refused stays as it is: no notice reports it', async ({ assert }) => {
    host.behaves({ atRecipient: () => ({ responseCode: 550, message: '5.1.1 Unknown' }) })
    await leaves()
    await mails()
    assert.equal((await setup.mails())[0].status, 'failed')
    assert.lengthOf(await setup.waiting('mail.notice'), 0)
    assert.lengthOf(await setup.rows({ text: 'select id from notices' }), 1)
  })

  test('is left only where it is told: in a unit of the live environment', async ({ assert }) => {
    await assert.rejects(() => setup.within(() => Notice.leave('signer.undeliverable')), /unit/)
    const sandbox = await MailSetup.open({ environment: 'test' })
    await assert.rejects(
      () => sandbox.within(() => unit(() => Notice.leave('signer.undeliverable'))),
      /live environment/
    )
    await assert.rejects(() =>
      sandbox.rows({ text: `insert into notices (id, kind, created_at) values ('n', 'k', now())` })
    )
  })

  test('names a person by what stands in the account, not by a copy', async ({ assert }) => {
    await leaves()
    const [{ details }] = await setup.rows({ text: 'select details from notices' })
    assert.notInclude(JSON.stringify(details), ANA.name)
    assert.notInclude(JSON.stringify(details), ANA.email)
  })
})

test.group('Kinds of notices', () => {
  test('that are left anywhere all have words', ({ assert }) => {
    const files = readdirSync(app.makePath('app'), { recursive: true }) as string[]
    const left = files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(app.makePath('app'), file), 'utf8'))
      .flatMap((text) => [...text.matchAll(/Notice\.leave\(\s*'([^']+)'/g)].map(([, kind]) => kind))
    assert.includeMembers(Object.keys(WORDINGS), left)
  })
})
