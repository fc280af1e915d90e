import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { SecurityTrail } from '#app/audit/security_trail'
import { WORDINGS } from '#app/notifications/notices/index'
import type { Profile } from '#app/brand/profile'
import User from '#app/identity/users/user'
import { Reader } from '#app/notifications/reader'
import { PlanAnswer } from '#app/tenants/plans/plan_answer'
import PlanRequest from '#app/tenants/plans/plan_request'
import Notice from '#app/tenants/notice'
import { Resale } from '#app/tenants/resale/resale'
import type Tenant from '#app/tenants/tenant'
import { doPlatformWork, makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf } from '#tests/support/dashboard_visitor'
import { outboxRows } from '#tests/support/outbox_view'

const ask = (tenant: Tenant, planKey = 'pro') =>
  PlanRequest.ask({ tenantId: tenant.id, planKey, note: null, by: 'usr_x' })
const decide = (verb: 'grant' | 'decline', id: string, answer: string | null = null) =>
  db
    .connection('platform')
    .transaction((trx) => PlanRequest[verb](id, { by: 'opr_pat', answer }, trx))
const noticesOf = (tenant: Tenant) =>
  inLive(tenant, () => Notice.query().whereLike('kind', 'plan.%').orderBy('id'))
const entriesOf = async (tenant: Tenant) =>
  (await inLive(tenant, () => SecurityTrail.read())).filter(({ action }) =>
    action.startsWith('plan.')
  )
const wordsOf = ({ kind, details }: Notice) =>
  WORDINGS[kind].words(details, new Reader(new User(), {} as Profile))

test.group('Plan answer', () => {
  test('is mailed to each owner and to nobody else', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free', hasPassword: true })
    const owners = [await ownerOf(tenant), await makeUser(tenant, 'owner')]
    await makeUser(tenant, 'admin')
    const gone = await makeUser(tenant, 'owner')
    await inLive(tenant, () => gone.merge({ disabledAt: new Date() }).save())
    await decide('grant', (await ask(tenant)).id, 'Gladly')
    await doPlatformWork()
    const notices = await noticesOf(tenant)
    assert.sameMembers(
      notices.map(({ userId }) => userId),
      owners.map(({ id }) => id)
    )
    const mailed = (await outboxRows()).filter(({ kind }) => kind === 'mail.notice')
    assert.includeMembers(
      mailed.map(({ ref }) => ref),
      notices.map(({ id }) => id)
    )
    const words = await inLive(tenant, () => wordsOf(notices[0]))
    assert.equal(words?.subject, 'You now have the Pro plan')
    assert.deepEqual(words?.about?.facts, [{ label: 'Answer', value: 'Gladly' }])
  })

  test('is recorded once, however often and however concurrently it is delivered', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free', hasPassword: true })
    const { id } = await ask(tenant)
    await decide('decline', id)
    await Promise.all([PlanAnswer.deliver(id), PlanAnswer.deliver(id), doPlatformWork()])
    await PlanAnswer.deliver(id)
    const notices = await noticesOf(tenant)
    assert.lengthOf(notices, 1)
    const words = await inLive(tenant, () => wordsOf(notices[0]))
    assert.equal(words?.subject, 'Your request for the Pro plan was declined')
    assert.isUndefined(words?.about)
    const [entry, ...more] = await entriesOf(tenant)
    assert.lengthOf(more, 0)
    assert.equal(entry.action, 'plan.request_declined')
    assert.equal(entry.personal.actorName, 'System')
  })

  test('of a reseller comes by the same way, in its name and not in its people’s', async ({
    assert,
  }) => {
    const reseller = await makeReseller('Umbrella')
    const rita = { type: 'user', id: 'usr_rita', name: 'Rita Reseller' } as const
    for (const isGranted of [true, false]) {
      const child = await makeChild(reseller, { plan: 'starter' })
      const { id } = await ask(child)
      await new Resale(reseller.ref, rita).decide(child.id, id, { isGranted, answer: null })
      await doPlatformWork()
      const kind = isGranted ? 'granted' : 'declined'
      assert.deepEqual(
        (await noticesOf(child)).map((notice) => notice.kind),
        [`plan.${kind}`]
      )
      const entries = await entriesOf(child)
      assert.deepEqual(
        entries.map(({ action, personal }) => [action, personal.actorName]),
        [[`plan.request_${kind}`, 'Umbrella']]
      )
      const all = await inLive(child, () => SecurityTrail.read())
      assert.notInclude(JSON.stringify(all), 'Rita')
    }
  })

  test('is given too where the plan comes unasked, and only to who waits for it', async ({
    assert,
  }) => {
    const reseller = await makeReseller('Umbrella')
    const [waits, waitsForMore] = [await makeChild(reseller), await makeChild(reseller)]
    const wish = await ask(waits, 'pro')
    const other = await ask(waitsForMore, 'starter')
    const rita = { type: 'user', id: 'usr_rita', name: 'Rita Reseller' } as const
    for (const { id } of [waits, waitsForMore])
      await new Resale(reseller.ref, rita).change(id, { plan: 'pro' })
    await doPlatformWork()
    assert.equal((await wish.refresh()).status, 'granted')
    assert.equal((await other.refresh()).status, 'open')
    assert.lengthOf(await noticesOf(waits), 1)
    assert.lengthOf(await noticesOf(waitsForMore), 0)
  })

  test('is told in no other account, and not in one that is gone', async ({ assert }) => {
    const [tenant, other] = [await makeTenant({ plan: 'free' }), await makeTenant({ plan: 'free' })]
    const { id } = await ask(tenant)
    await decide('decline', id)
    await tenant.merge({ status: 'deleted' }).save()
    await doPlatformWork()
    await tenant.merge({ status: 'ready' }).save()
    assert.lengthOf(await noticesOf(tenant), 0)
    assert.lengthOf(await noticesOf(other), 0)
  })
})
