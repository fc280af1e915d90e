import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Plan from '#app/tenants/plans/plan'
import { PlanChange } from '#app/tenants/plans/plan_change'
import PlanGrant from '#app/tenants/plans/plan_grant'
import PlanRequest from '#app/tenants/plans/plan_request'
import { PlatformWork } from '#app/tenants/platform_work'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import Tenant from '#app/tenants/tenant'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { makeTenant } from '#tests/factories/tenant_factory'
import { outcomeOf } from '#tests/support/outcome'

const platform = () => db.connection('platform')
const inFuture = () => new Date(Date.now() + 60_000)

const entitlementsOf = (tenant: Tenant) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => TenantEntitlements.current())

/** A plan that only these tests have, so that no other tenants are on it. */
async function makePlan(): Promise<Plan> {
  const { entitlements } = await Plan.findOrFail('starter')
  const key = newId('pln').toLowerCase()
  return Plan.create({
    key,
    name: 'Special',
    position: 9,
    currency: 'USD',
    priceCents: 1,
    entitlements,
  })
}

/** Other tests look at all plans that there are. */
async function dropPlans(): Promise<void> {
  const special = platform().from('plans').where('name', 'Special').select('key')
  await platform().from('plan_grants').whereIn('plan_key', special.clone()).delete()
  await platform().from('tenants').whereIn('plan_key', special.clone()).update({ plan_key: 'free' })
  await special.delete()
}

async function doPlatformWork(): Promise<void> {
  while ((await PlatformWork.doDue()) > 0);
}

const give = (tenant: Tenant, given: Partial<Parameters<typeof PlanGrant.give>[0]>) =>
  platform().transaction((trx) =>
    PlanGrant.give(
      { tenantId: tenant.id, until: inFuture(), reason: 'A test', grantedBy: 'opr_x', ...given },
      trx
    )
  )

test.group('Plan change', (group) => {
  group.teardown(dropPlans)
  group.each.setup(async () => {
    await platform().from('outbox').delete()
  })

  test('shows whom it would touch, what they lose, and who has used more already', async ({
    assert,
  }) => {
    const plan = await makePlan()
    const heavy = await makeTenant({ plan: plan.key, name: 'Heavy' })
    const light = await makeTenant({ plan: plan.key, name: 'Light' })
    await makeTenant({ plan: 'starter', name: 'Elsewhere' })
    const month = UsageMonth.current().name
    await platform()
      .table('usage_totals')
      .multiInsert([
        { tenant_id: heavy.id, month, name: 'signatures', used: 60, revision: 1 },
        { tenant_id: light.id, month, name: 'signatures', used: 50, revision: 1 },
      ])
    const { changes, tenants } = await PlanChange.preview(plan.key, {
      ...plan.entitlements,
      signaturesPerMonth: 50,
      branding: true,
    })
    assert.sameDeepMembers(changes, [
      { name: 'signaturesPerMonth', from: 100, to: 50, isLess: true },
      { name: 'branding', from: false, to: true, isLess: false },
    ])
    assert.deepEqual(
      tenants.map(({ name, exceeds }) => [name, exceeds]),
      [
        ['Heavy', ['signaturesPerMonth']],
        ['Light', []],
      ]
    )
    assert.isFalse((await entitlementsOf(heavy)).may('branding', 'live'), 'looking changes nothing')
  })

  test('leaves out whose grants cover it, and counts in who is on trial', async ({ assert }) => {
    const plan = await makePlan()
    const granted = await makeTenant({ plan: plan.key })
    const trying = await makeTenant({ plan: 'free' })
    await give(granted, { entitlement: 'branding', value: true })
    await give(trying, { planKey: plan.key })
    const { tenants } = await PlanChange.preview(plan.key, { ...plan.entitlements, branding: true })
    assert.deepEqual(
      tenants.map(({ id, isOnTrial }) => [id, isOnTrial]),
      [[trying.id, true]]
    )
  })

  test('reaches every account on the plan by the work it leaves', async ({ assert }) => {
    const plan = await makePlan()
    const tenants = await Promise.all([1, 2, 3, 4, 5].map(() => makeTenant({ plan: plan.key })))
    const { tenants: touched } = await PlanChange.apply(plan.key, {
      ...plan.entitlements,
      members: null,
      customExpiry: false,
    })
    assert.lengthOf(touched, 5)
    await doPlatformWork()
    for (const tenant of tenants) {
      const entitlements = await entitlementsOf(tenant)
      assert.deepEqual(
        [entitlements.limit('members'), entitlements.may('customExpiry', 'live')],
        [null, false]
      )
    }
  })

  test('refuses a plan that there is not', async ({ assert }) => {
    const { entitlements } = await Plan.findOrFail('free')
    assert.equal(
      (await outcomeOf(() => PlanChange.preview('golden', entitlements))).code,
      'plan_unknown'
    )
  })
})

test.group('Plan grant', (group) => {
  group.each.setup(async () => {
    await platform().from('outbox').delete()
  })

  test('holds until its day, and is then ended by the work that waited for it', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const until = new Date(Date.now() + 1_500)
    await give(tenant, { planKey: 'business', until })
    await doPlatformWork()
    assert.equal((await entitlementsOf(tenant)).planKey, 'business')
    const [{ count }] = await platform().from('outbox').where('ref', tenant.id).count('* as count')
    assert.equal(Number(count), 1, 'one piece of work waits')
    await new Promise((resolve) => setTimeout(resolve, until.getTime() - Date.now() + 50))
    await doPlatformWork()
    assert.equal((await entitlementsOf(tenant)).planKey, 'free')
  })

  test('can be ended before its day, once, and by nobody for another tenant', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const other = await makeTenant({ plan: 'free' })
    const id = (await give(tenant, { entitlement: 'branding', value: true }))!
    const end = (of: Tenant) => platform().transaction((trx) => PlanGrant.end(id, of.id, trx))
    assert.isFalse(await end(other))
    assert.lengthOf(await PlanGrant.inForce(tenant.id), 1)
    assert.isTrue(await end(tenant))
    assert.isFalse(await end(tenant))
    await doPlatformWork()
    assert.isFalse((await entitlementsOf(tenant)).may('branding', 'live'))
  })

  test('gives nothing to tenants beside the one it is for', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const other = await makeTenant({ plan: 'free' })
    await give(tenant, { entitlement: 'sso', value: true })
    await EntitlementsProjection.apply(other.id)
    assert.isFalse((await entitlementsOf(other)).may('sso', 'live'))
  })
})

test.group('Plan request', () => {
  const ask = (tenant: Tenant, planKey: string) =>
    PlanRequest.ask({ tenantId: tenant.id, planKey, note: null, by: 'usr_x' })
  const decide = (verb: 'grant' | 'decline', id: string) =>
    platform().transaction((trx) => PlanRequest[verb](id, { by: 'opr_x', answer: 'So be it' }, trx))

  test('is one at a time, however many are asked at once', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    await Promise.all(['starter', 'pro', 'business'].map((plan) => ask(tenant, plan)))
    const requests = await PlanRequest.query().where('tenantId', tenant.id)
    assert.lengthOf(
      requests.filter(({ status }) => status === 'open'),
      1
    )
    assert.lengthOf(
      requests.filter(({ status }) => status === 'withdrawn'),
      2
    )
  })

  test('changes the plan when it is granted, and nothing when it is declined', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const first = await ask(tenant, 'pro')
    await decide('decline', first.id)
    assert.equal((await Tenant.findOrFail(tenant.id)).planKey, 'free')
    const second = await ask(tenant, 'pro')
    await decide('grant', second.id)
    await doPlatformWork()
    assert.equal((await entitlementsOf(tenant)).planKey, 'pro')
    assert.equal((await PlanRequest.latest(tenant.id))?.answer, 'So be it')
    const again = await outcomeOf(() => decide('grant', second.id))
    assert.equal(again.code, 'plan_request_decided')
  })
})
