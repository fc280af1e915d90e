import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { DAY_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import { Teamwork } from '#app/identity/teams/teamwork'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import { Suppression } from '#app/documents/signers/suppression'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { roundTripsOf } from '#tests/support/round_trips'

const BY = { type: 'user', id: 'usr_by', name: 'By' } as const

test.group('Dashboard | home', (group) => {
  let acme: Tenant
  let olga: Visitor
  let mia: Visitor

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    mia = await Visitor.as(acme, 'member')
  })

  const made = (by: Visitor, input: Partial<DraftInput> = {}, send = true) => {
    const { id, name } = by.user!
    return makeDocument({ by: { type: 'user', id, name }, ...input }, { send })
  }
  const home = async (visitor: Visitor, base = '') => (await visitor.get(`${base}/home`)).text
  /** What stands below one of its headings. */
  const list = (page: string, title: string) =>
    new RegExp(`aria-label="${title}">(.*?)</ul>`, 's').exec(page)?.[1] ?? ''

  test('says what waits for whom, the oldest first, and what is one’s own to do', async ({
    assert,
  }) => {
    await inLive(acme, async () => {
      await made(mia, { title: 'Younger', signers: [BEN] })
      clock.travel(-2 * DAY_MS)
      await made(mia, { title: 'Older', signers: [ANA] })
      clock.restore()
      await made(mia, { title: 'Half done' }, false)
      const { name, email } = mia.user!
      await made(mia, { title: 'Mine', signers: [{ ...ANA, name, email }] })
      await made(mia, { title: 'Soon over', expiresInDays: 1, signers: [BEN] })
    })
    const page = await home(mia)
    const waiting = list(page, 'Waiting for others')
    assert.isBelow(waiting.indexOf('Older'), waiting.indexOf('Younger'))
    assert.include(waiting, 'Ana Buyer')
    assert.include(list(page, 'Your drafts'), 'Half done')
    assert.include(list(page, 'Waiting for your signature'), 'Mine')
    assert.notInclude(list(page, 'Waiting for your signature'), 'Older')
    assert.include(list(page, 'Expiring soon'), 'Soon over')
    assert.notInclude(list(page, 'Expiring soon'), 'Older')
  }).teardown(() => clock.restore())

  test('has what a colleague asks one to sign, and opens nothing of it', async ({ assert }) => {
    const other = await Visitor.as(acme, 'member')
    const { name, email } = mia.user!
    const of = (title: string, more = {}) =>
      inLive(acme, () => made(other, { title, signers: [{ ...ANA, name, email, ...more }] }))
    const { id } = await of('Of a colleague')
    await of('Across the counter', { inPerson: true })
    const page = await home(mia)
    const mine = list(page, 'Waiting for your signature')
    assert.include(mine, 'asks you to sign this in person')
    assert.lengthOf(mine.match(/Send me the link again<|Open the link in the email/g) ?? [], 2)
    assert.include(mine, 'Of a colleague')
    assert.include(mine, `From ${other.user!.name}.`)
    assert.match(mine, /action="\/home\/signers\/sig_\w+\/reminders"/)
    assert.notInclude(page, id)
    assert.notInclude(list(page, 'Waiting for others'), 'Of a colleague')
    assert.equal((await mia.get(`/documents/${id}`)).status, 404)
    const stranger = await Visitor.as(acme, 'member')
    assert.notInclude(await home(stranger), 'Of a colleague')
    const abroad = await Visitor.as(await makeTenant())
    assert.notInclude(await home(abroad), 'Of a colleague')
  })

  test('says to a member whose own address refuses mail who can help', async ({ assert }) => {
    const { name, email } = mia.user!
    const document = await inLive(acme, () => made(olga, { signers: [{ ...ANA, name, email }] }))
    const suppressed = [Suppression.of(email, '550 5.1.1', 'mail_1')]
    await inLive(acme, () => CurrentTenant.batch(suppressed))
    const path = `/home/signers/${document.signers[0].id}/reminders`
    const { text } = await mia.followed(await mia.post(path))
    assert.include(text, 'Mail servers have refused your address')
    assert.include(text, '(Settings → Sender)')
    assert.notInclude(text, 'Correct it first')
  })

  test('mails the link of a colleague’s document once more, to the address it was sent to, and to nobody else’s', async ({
    assert,
  }) => {
    const viewer = await Visitor.as(acme, 'viewer')
    const { name, email } = viewer.user!
    const document = await inLive(acme, () =>
      made(mia, { signers: [{ ...ANA, name, email: email.toUpperCase() }, BEN] })
    )
    const [own, ben] = document.signers.map(({ id }) => `/home/signers/${id}/reminders`)
    const abroad = await Visitor.as(await makeTenant({ withSandbox: true }))
    for (const [visitor, path] of [
      ...[olga, mia, abroad].map((one) => [one, own] as const),
      ...[viewer, mia].map((one) => [one, ben] as const),
      ...['/home/signers/sig_1/reminders', `/test${own}`].map((one) => [viewer, one] as const),
    ])
      assert.equal((await visitor.post(path)).status, 404, path)
    const mailed = async () => {
      await doWork(acme, 'mail.remind')
      const text = `select recipient from mails where kind = 'reminder'`
      const [rows] = await inLive(acme, () => CurrentTenant.batch([{ text }]))
      return rows.map(({ recipient }) => String(recipient).toLowerCase())
    }
    assert.deepEqual(await mailed(), [])
    const once = /\/reminders".*?name="once" value="([\w-]+)"/s.exec(await home(viewer))![1]
    const answers = await Promise.all([1, 2].map(() => viewer.post(own, { once })))
    assert.include((await viewer.followed(answers[0])).text, `on its way to ${email}.`)
    const again = await viewer.followed(await viewer.post(own, { once: 'c'.repeat(30) }))
    assert.include(again.text, `went to ${email} within the last hour`)
    assert.notInclude(again.text, '/sign/')
    assert.deepEqual(await mailed(), [email.toLowerCase()])
    const [reminded, ...more] = (await inLive(acme, () => AuditTrail.read(document.id))).filter(
      ({ action }) => action === 'document.reminded'
    )
    assert.lengthOf(more, 0)
    assert.equal(reminded.body.actor.id, viewer.user!.id)
    const by = { type: 'user', id: mia.user!.id, name: '' } as const
    await inLive(acme, () => document.void({ reason: 'Over', by }))
    const late = await viewer.followed(await viewer.post(own, { once: 'd'.repeat(30) }))
    assert.include(late.text, 'voided')
    assert.deepEqual(await mailed(), [email.toLowerCase()])
  })

  test('shows what could not be delivered or sealed', async ({ assert }) => {
    const [bounced, failed] = await inLive(acme, async () => {
      const two = [
        await made(mia, { title: 'Came back', signers: [ANA] }),
        await made(mia, { title: 'Unsealed', signers: [ANA] }),
      ]
      await CurrentTenant.batch([
        {
          text: "update signers set status = 'delivery_failed' where document_id = $1",
          values: [two[0].id],
        },
        { text: "update documents set status = 'failed' where id = $1", values: [two[1].id] },
      ])
      return two
    })
    for (const visitor of [mia, olga]) {
      const page = await home(visitor)
      assert.include(list(page, 'Email did not arrive'), bounced.id)
      assert.include(list(page, 'Could not be sealed'), failed.id)
    }
  })

  test('tells nobody of documents that they may not see', async ({ assert }) => {
    const viewer = await Visitor.as(acme, 'viewer')
    const stranger = await Visitor.as(acme, 'member')
    const other = await Visitor.as(await makeTenant({ withSandbox: true }))
    const teamwork = new Teamwork(BY)
    const team = await inLive(acme, async () => {
      const id = await teamwork.create('Sales')
      await teamwork.add(id, mia.user!)
      return id
    })
    const [ofMia, ofTeam] = await inLive(acme, async () => {
      // a stranger is its signer, and does not see the document of a colleague for that
      const { name, email } = stranger.user!
      const own = await made(mia, { expiresInDays: 1, signers: [{ ...ANA, name, email }, BEN] })
      await made(mia, { title: 'Half done' }, false)
      return [own, await made(olga, { expiresInDays: 1, holderId: team })]
    })
    const sees = async (visitor: Visitor, base = '') => {
      const page = await home(visitor, base)
      return [ofMia, ofTeam].map(({ id }) => page.includes(id))
    }
    assert.deepEqual(await sees(olga), [true, true])
    assert.deepEqual(await sees(mia), [true, true])
    for (const visitor of [viewer, stranger]) assert.deepEqual(await sees(visitor), [false, false])
    for (const visitor of [olga, mia])
      assert.deepEqual(await sees(visitor, '/test'), [false, false])
    assert.deepEqual(await sees(other), [false, false])
    assert.include(await home(mia), 'Half done')
    const { text: open } = await mia.get('/documents?status=open&order=oldest')
    assert.include(open, ofMia.id)
    assert.notInclude(open, 'Half done')
    assert.include(open, '<option value="open" selected>Waiting for signers</option>')
    assert.notInclude(await home(olga), 'Half done')
    await mia.post(`/documents/${ofMia.id}/sharing`, {
      recipient: viewer.user!.email,
      access: 'read',
    })
    assert.deepEqual(await sees(viewer), [true, false])
    await inLive(acme, () => teamwork.take(team, mia.user!))
    assert.deepEqual(await sees(mia), [true, false])
  })

  test('asks the database twice, however much waits', async ({ assert }) => {
    await inLive(acme, async () => {
      for (let count = 0; count < 4; count++) await made(olga, { expiresInDays: 1 })
    })
    for (const visitor of [olga, mia])
      assert.equal(await roundTripsOf(() => visitor.get('/home')), 2)
  })

  test('ticks first steps off by facts, and hides them for one person', async ({ assert }) => {
    const fresh = await makeTenant()
    const first = await Visitor.as(fresh)
    assert.include(await home(first), '0 of 4 done')
    const colleague = await Visitor.as(fresh, 'admin')
    assert.include(await home(first), '1 of 4 done')
    await inLive(fresh, () => makeDocument())
    assert.include(await home(first), '2 of 4 done')
    await first.post('/home/first-steps')
    await first.post('/home/first-steps')
    assert.notInclude(await home(first), 'First steps')
    assert.include(await home(colleague), '2 of 4 done')
    await first.post('/home/first-steps', { show: 'yes' })
    assert.include(await home(first), '2 of 4 done')
    // no steps that somebody could not take
    const viewer = await home(await Visitor.as(fresh, 'viewer'))
    for (const text of ['First steps', 'Use the sample', 'Show your brand', 'Invite a colleague'])
      assert.notInclude(viewer, text)
    assert.notInclude(viewer, 'This month')
  })

  test('makes one draft of the sample, ready to be sent, however often it is asked', async ({
    assert,
  }) => {
    const once = /action="\/home\/sample".*?name="once" value="([\w-]+)"/s.exec(
      await home(await Visitor.as(await makeTenant()))
    )?.[1]
    const values = { once: once! }
    const answers = await Promise.all([1, 2].map(() => olga.post('/home/sample', values)))
    assert.equal(answers[0].headers.location, answers[1].headers.location)
    const drafts = await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: 'select d.status, s.email from documents d join signers s on s.document_id = d.id',
        },
      ])
    )
    assert.deepEqual(drafts, [[{ status: 'draft', email: olga.user!.email }]])
    const page = await olga.followed(answers[0])
    assert.include(page.text, 'Sample agreement')
    const viewer = await Visitor.as(acme, 'viewer')
    assert.equal((await viewer.post('/home/sample', values)).status, 403)
  })
})
