import { test } from '@japa/runner'
import { UnsubscribeToken } from '#app/identity/mails/unsubscribe_token'
import { MailChoices } from '#app/identity/mails/mail_choices'
import type Document from '#app/documents/document'
import { DocumentMails } from '#app/documents/sharing/document_mails'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import { ANA, OLGA } from '#tests/factories/document_factory'
import { makeUser, Visitor } from '#tests/support/dashboard_visitor'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost, type Received } from '#tests/support/smtp_host'

test.group('Mails that people choose', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open({ name: 'Acme Estates' })
    return () => host.close()
  })

  /** What was mailed about a document that was declined, by address. */
  async function afterDeclining(sent?: Document): Promise<string[]> {
    const document = sent ?? (await setup.sends({ signers: [ANA] }))
    const id = document.signers[0].id
    await setup.rows({
      text: `update documents set status = 'declined' where id = $1`,
      values: [document.id],
    })
    await setup.rows({ text: `update signers set sent_at = now() where id = $1`, values: [id] })
    await setup.appends({ kind: 'mail.ended', ref: document.id })
    await setup.does('mail.ended')
    await setup.does('mail.send')
    return host.received.map(({ envelope }) => envelope.to[0]).toSorted()
  }

  /** Where a mail program sends the one click to. */
  function oneClick({ parsed, raw }: Received): string {
    if (!/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m.test(raw))
      throw new Error('Without List-Unsubscribe-Post no mail program offers a button')
    const list = parsed.headers.get('list') as { unsubscribe?: { url: string } }
    return new URL(list.unsubscribe!.url).pathname
  }

  test('carry a link by which a mail program ends them with one click, without a log-in', async ({
    assert,
  }) => {
    const owner = await setup.owner()
    assert.deepEqual(await afterDeclining(), [ANA.email, owner.email].toSorted())
    const [own] = host.to(owner.email)
    const path = oneClick(own)
    assert.include(own.parsed.text!, `Stop emails like this one: http`)
    assert.notMatch(host.to(ANA.email)[0].raw, /^List-Unsubscribe/m)
    const visitor = new Visitor(setup.tenant)
    assert.equal((await visitor.get(path)).status, 200)
    const click = {
      ...{ method: 'POST' as const, path, body: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    assert.equal((await visitor.ask(click)).status, 200)
    assert.equal((await visitor.ask(click)).status, 200)
    host.received.length = 0
    assert.deepEqual(await afterDeclining(), [ANA.email])
    const [unwanted] = await setup.rows(MailChoices.of(owner))
    assert.equal(unwanted.kind, 'declined')
  })

  test('end for nobody by a link that was altered, or that another tenant made', async ({
    assert,
  }) => {
    const owner = await setup.owner()
    await afterDeclining()
    const path = oneClick(host.to(owner.email)[0])
    const visitor = new Visitor(setup.tenant)
    const other = await makeUser(setup.tenant, 'member')
    for (const altered of [
      path.replace(owner.id, other.id),
      path.replace('.declined.', '.completed.'),
      path.replace('.declined.', '.failed.'),
      path.slice(0, -1),
    ])
      assert.equal((await visitor.post(altered)).status, 404, altered)
    const elsewhere = await MailSetup.open()
    assert.equal((await new Visitor(elsewhere.tenant).post(path)).status, 404)
    assert.isEmpty(await setup.rows({ text: 'select * from unwanted_mails' }))
  })

  test('are chosen in one’s account, and go by what holds when they are sent', async ({
    assert,
  }) => {
    const visitor = await Visitor.as(setup.tenant)
    const checked = async () =>
      [...(await visitor.get('/account')).text.matchAll(/name="mails" value="(\w+)" checked/g)].map(
        ([, kind]) => kind
      )
    assert.lengthOf(await checked(), 6)
    const document = await setup.sends({ signers: [ANA] })
    const details = { signerId: document.signers[0].id, code: '550 5.1.1' }
    const to = visitor.user!.id
    await setup.within(() => unit(() => Notice.leave('signer.undeliverable', details, { to })))
    await setup.does('mail.notice')
    await visitor.post('/account/mails', { mails: ['completed', 'voided', 'nonsense'] })
    assert.deepEqual(await checked(), ['completed', 'voided'])
    await setup.does('mail.notice_copy')
    assert.isEmpty(host.received)
    assert.deepEqual(
      (await setup.mails()).map(({ status }) => status),
      ['withdrawn']
    )
    assert.include((await visitor.get('/notices')).text, 'Ana Buyer could not be reached')
    await visitor.post('/account/mails')
    assert.isEmpty(await checked())
  })

  test('that keep an account safe come whatever somebody chose', async ({ assert }) => {
    const { id, email } = await setup.owner()
    await setup.within(() => MailChoices.replace({ id }, { kinds: [], rhythm: 'each' }))
    await setup.within(() =>
      unit(() => Notice.leave('account.changed', { what: 'password.changed' }, { to: id }))
    )
    await setup.does('mail.notice')
    await setup.does('mail.notice_copy')
    const [mail] = host.to(email)
    assert.equal(mail.parsed.subject, 'Your password was changed')
    assert.notMatch(mail.raw, /^List-Unsubscribe/m)
  })

  test('never tell people what they did themselves: who voids is not mailed that it is void', async ({
    assert,
  }) => {
    const owner = await setup.owner()
    const voids = async (by: { id: string; name: string }) => {
      host.received.length = 0
      const document = await setup.sends({ signers: [ANA] })
      await setup.rows({
        text: `update signers set sent_at = now() where document_id = $1`,
        values: [document.id],
      })
      const found = await setup.found(document)
      await setup.within(() => found.void({ by: { type: 'user', ...by } }))
      await setup.does('mail.ended')
      await setup.does('mail.send')
      return host.received.map(({ envelope }) => envelope.to[0]).toSorted()
    }
    assert.deepEqual(await voids({ id: owner.id, name: owner.name }), [ANA.email])
    assert.deepEqual(
      await voids({ id: OLGA.id, name: 'Somebody else' }),
      [ANA.email, owner.email].toSorted()
    )
  })

  test('are chosen for one document on its page, by those who see it, for themselves alone', async ({
    assert,
  }) => {
    const owner = await Visitor.as(setup.tenant)
    const stranger = await Visitor.as(setup.tenant, 'member')
    const document = await setup.sends({ signers: [ANA] })
    const path = `/documents/${document.id}`
    const rows = () => setup.rows({ text: 'select user_id, choice from document_mails' })
    const chosen = async () =>
      /<option value="(\w*)" selected>[^<]+<\/option>\s*(?:<option[^>]*>[^<]+<\/option>\s*)*<\/select>\s*<p class="field-hint" id="own-mails-hint"/.exec(
        (await owner.get(path)).text
      )?.[1]
    assert.equal(await chosen(), '')
    assert.equal((await stranger.post(`${path}/mails`, { mails: 'follow' })).status, 404)
    assert.isEmpty(await rows())
    await owner.post(`${path}/mails`, { mails: 'mute', userId: stranger.user!.id })
    assert.deepEqual(await rows(), [{ user_id: owner.user!.id, choice: 'mute' }])
    assert.equal(await chosen(), 'mute')
    await owner.post(`${path}/mails`, { mails: 'follow' })
    assert.equal(await chosen(), 'follow')
    // one click in a mail about it ends them, and nothing else
    const token = await setup.within(() =>
      UnsubscribeToken.of({ id: owner.user!.id, to: document.id as `doc_${string}` })
    )
    assert.equal((await new Visitor(setup.tenant).post(`/mails/${token.release()}`)).status, 200)
    assert.equal(await chosen(), 'mute')
    await owner.post(`${path}/mails`, { mails: 'nonsense' })
    assert.isEmpty(await rows())
  })

  test('are of the kinds that somebody ticks for one document, whatever they chose for all', async ({
    assert,
  }) => {
    const owner = await Visitor.as(setup.tenant)
    const follower = await Visitor.as(setup.tenant, 'admin')
    await setup.within(() =>
      MailChoices.replace(owner.user!, { kinds: ['completed'], rhythm: 'each' })
    )
    const document = await setup.sends({ signers: [ANA] })
    const path = `/documents/${document.id}`
    const tick = (who: Visitor, ...kinds: string[]) =>
      who.post(`${path}/mails`, { 'mails': 'some', 'kinds[]': [...kinds, 'nonsense'] })
    await tick(owner, 'declined')
    await tick(follower, 'viewed')
    const { text } = await owner.get(path)
    assert.match(text, /value="declined" checked/)
    assert.notMatch(text, /value="completed" checked/)
    const rows = await setup.rows({
      text: 'select choice, kinds from document_mails order by kinds',
    })
    assert.deepEqual(rows, [
      { choice: 'some', kinds: ['declined'] },
      { choice: 'some', kinds: ['viewed'] },
    ])
    const told = await afterDeclining(document)
    assert.include(told, owner.user!.email)
    assert.notInclude(told, follower.user!.email)
    host.received.length = 0
    const next = await setup.sends({ signers: [ANA] })
    await owner.post(`/documents/${next.id}/mails`, { 'mails': 'some', 'kinds[]': ['completed'] })
    await follower.post(`/documents/${next.id}/mails`, { 'mails': 'some', 'kinds[]': ['declined'] })
    const others = await afterDeclining(next)
    assert.include(others, follower.user!.email)
    assert.notInclude(others, owner.user!.email)
  })

  test('are one a day if somebody wants that, and a click in it ends all of them', async ({
    assert,
  }) => {
    const visitor = await Visitor.as(setup.tenant)
    await visitor.post('/account/mails', { mails: ['viewed', 'completed'], rhythm: 'daily' })
    const page = (await visitor.get('/account')).text
    assert.match(page, /<option value="daily" selected>/)
    assert.match(page, /name="mails" value="viewed" checked/)
    assert.notMatch(page, /name="mails" value="signed" checked/)
    const { id } = visitor.user!
    const [document, muted] = [await setup.sends(), await setup.sends()]
    const choose = (of: Document, choice: 'follow' | 'mute') =>
      setup.within(() => DocumentMails.choose({ documentId: of.id, userId: id }, choice))
    await choose(document, 'follow')
    await choose(muted, 'mute')
    const token = await setup.within(() => UnsubscribeToken.of({ id, to: 'digest' }))
    assert.equal((await new Visitor(setup.tenant).post(`/mails/${token.release()}`)).status, 200)
    assert.notMatch((await visitor.get('/account')).text, /name="mails" value="\w+" checked/)
    const chosen = await setup.rows({ text: 'select document_id, choice from document_mails' })
    assert.deepEqual(chosen, [{ document_id: muted.id, choice: 'mute' }])
  })
})
