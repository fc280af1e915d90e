import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import Document from '#app/documents/document'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { Template } from '#app/templates/template'
import { Templates } from '#app/templates/templates'
import { documentOf } from '#app/templates/use'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTemplate, PEOPLE, SALE } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const PLAN = { choice: 'planned', first: '3', every: '7', most: '2' }

test.group('Dashboard | when signers are reminded', (group) => {
  let acme: Tenant
  let olga: Visitor
  let at = 0

  group.each.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
    at = Date.now()
    return () => clock.restore()
  })

  const make = async (send = true) => {
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    const { id } = await inLive(acme, () => makeDocument({ by, expiresInDays: 30 }, { send }))
    return { id, path: `/documents/${id}`, plan: `/documents/${id}/reminder-plan` }
  }
  const load = (id: string) => inLive(acme, async () => (await Document.whole(id)) as Document)
  const reminders = async (id: string) =>
    (await inLive(acme, () => AuditTrail.read(id))).filter(
      ({ action }) => action === 'document.reminded'
    ).length
  const after = async (days: number) => {
    clock.restore()
    clock.travel(days * DAY_MS + 1_000)
    await doWork(acme, 'remind', { early: true })
  }
  const daysUntil = (date: Date | null) => date && Math.round((date.getTime() - at) / DAY_MS)

  test('follows the plan: after three days, then after seven more, and no third time', async ({
    assert,
  }) => {
    const { id, path, plan } = await make()
    assert.include((await olga.get(path)).text, 'Once, two days before it expires')
    const answer = await olga.post(plan, { ...PLAN, once: 'a'.repeat(30) })
    assert.include((await olga.followed(answer)).text, 'First after 3 days, then every 7 days')
    assert.equal(daysUntil((await load(id)).nextReminderAt), 3)
    await after(2)
    assert.equal(await reminders(id), 0, 'work that comes too early does nothing')
    await olga.post(plan, { ...PLAN, once: 'b'.repeat(30) })
    await after(3)
    assert.equal(await reminders(id), 1)
    assert.equal(daysUntil((await load(id)).nextReminderAt), 10)
    await after(10)
    assert.equal(await reminders(id), 2)
    assert.isNull((await load(id)).nextReminderAt)
    await after(28)
    assert.equal(await reminders(id), 2, 'the reminder before the end is none of this plan')
  })

  test('is set for a draft as well, and begins when it is sent', async ({ assert }) => {
    const { id, plan } = await make(false)
    await olga.post(plan, PLAN)
    assert.isNull((await load(id)).nextReminderAt)
    await inLive(acme, () => Document.reference(id).send(OLGA))
    assert.equal(daysUntil((await load(id)).nextReminderAt), 3)
  })

  test('can be none, and goes back to the usual one', async ({ assert }) => {
    const { id, path, plan } = await make()
    await olga.post(plan, { choice: 'none' })
    await after(28)
    assert.equal(await reminders(id), 0)
    clock.restore()
    const other = await make()
    await olga.post(other.plan, { choice: 'none' })
    await olga.post(other.plan, { choice: 'usual' })
    assert.include((await olga.get(other.path)).text, 'Once, two days before it expires')
    assert.include((await olga.get(path)).text, 'None')
    await after(28)
    assert.equal(await reminders(other.id), 1)
  })

  test('is two days before the new end of a document that was given more time', async ({
    assert,
  }) => {
    const { id } = await make()
    clock.travel(20 * DAY_MS)
    await inLive(acme, () => Document.reference(id).extend(90, OLGA))
    await after(28)
    assert.equal(await reminders(id), 0, 'that was two days before the old end')
    await inLive(acme, () => unit(async () => Outbox.append({ kind: 'remind', ref: id })))
    await after(108)
    assert.equal(await reminders(id), 1)
  })

  test('passes a day on which nobody can be asked by mail, without using a reminder up', async ({
    assert,
  }) => {
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    const document = await inLive(acme, () =>
      makeDocument({ by, expiresInDays: 30, signers: [{ ...ANA, inPerson: true }] })
    )
    const { id } = document
    await olga.post(`/documents/${id}/reminder-plan`, { ...PLAN, most: '1' })
    await after(3)
    assert.equal(await reminders(id), 0)
    const { plannedReminders, nextReminderAt } = await load(id)
    assert.equal(plannedReminders, 0)
    assert.equal(daysUntil(nextReminderAt), 10, 'seven days after the one that came to nothing')
    await inLive(acme, () => document.correct(document.signers[0].id, { inPerson: false }, OLGA))
    await after(10)
    assert.equal(await reminders(id), 1)
    assert.isNull((await load(id)).nextReminderAt)
  })

  test('counts a reminder that somebody sent just before', async ({ assert }) => {
    const { id, plan } = await make()
    await olga.post(plan, PLAN)
    clock.travel(3 * DAY_MS)
    await inLive(acme, () => Document.reference(id).remind(OLGA))
    await after(3)
    assert.equal(await reminders(id), 1)
    assert.equal((await load(id)).plannedReminders, 1)
    assert.equal(daysUntil((await load(id)).nextReminderAt), 10)
  })

  test('reminds once, however many works of changed plans wait', async ({ assert }) => {
    const { id, plan } = await make()
    for (const most of ['1', '2', '3'])
      await olga.post(plan, { ...PLAN, most, once: most.repeat(30) })
    await after(3)
    assert.equal(await reminders(id), 1)
    assert.equal((await load(id)).plannedReminders, 1)
  })

  test('comes from the template, whose other changes leave it alone', async ({ assert }) => {
    const by = { ...OLGA, id: olga.user!.id }
    const { id } = await inLive(acme, () => makeTemplate({}, { by }))
    const plan = `/templates/${id}/reminder-plan`
    assert.include((await olga.get(plan)).text, 'Counted from the day a document is sent.')
    assert.equal((await olga.post(plan, { ...PLAN, every: '0' })).status, 422)
    const answer = await olga.post(plan, PLAN)
    assert.include((await olga.followed(answer)).text, 'First after 3 days, then every 7 days')
    await inLive(acme, () => Templates.save(id, { ...SALE, title: 'Another title' }, { by }))
    const template = await inLive(acme, () => Template.find(id))
    assert.equal(template!.version, 3)
    const made = await inLive(acme, () =>
      documentOf(template!, { people: PEOPLE, by }, { send: true })
    )
    assert.equal(daysUntil((await load(made.id)).nextReminderAt), 3)
    const eve = await Visitor.as(acme, 'member')
    assert.equal((await eve.post(plan, PLAN)).status, 404)
    await olga.post(plan, { choice: 'usual' })
    const usual = await inLive(acme, () => Template.find(id))
    assert.notProperty(usual!.content, 'reminders')
  })

  test('goes along with a copy of the document', async ({ assert }) => {
    const { path, id, plan } = await make()
    await olga.post(plan, PLAN)
    const copied = await olga.post(`${path}/copies`)
    const copy = await load(String(copied.headers.location).split('/').at(-1) ?? '')
    assert.notEqual(copy.id, id)
    assert.deepEqual(copy.reminderPlan, (await load(id)).reminderPlan)
    assert.isNotNull(copy.reminderPlan)
  })

  test('refuses what is no plan, strangers, and documents that have ended', async ({ assert }) => {
    const { id, path, plan } = await make()
    for (const wrong of [{ choice: 'x' }, { first: '0' }, { every: '91' }, { most: '1e1' }]) {
      const { status } = await olga.post(plan, { ...PLAN, ...wrong })
      assert.equal(status, 422, JSON.stringify(wrong))
    }
    const eve = await Visitor.as(acme, 'member')
    assert.equal((await eve.get(plan)).status, 404)
    assert.equal((await eve.post(plan, PLAN)).status, 404)
    await inLive(acme, async () => (await load(id)).void({ by: OLGA }))
    assert.equal((await olga.get(plan)).status, 404)
    const late = await olga.post(plan, PLAN)
    assert.equal(late.headers.location, path)
    assert.isNull((await load(id)).reminderPlan)
  })
})
