import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { PlatformTrail } from '#app/audit/platform_trail'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Plan from '#app/tenants/plans/plan'
import PlanRequest from '#app/tenants/plans/plan_request'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import type Tenant from '#app/tenants/tenant'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { makeTenant } from '#tests/factories/tenant_factory'
import { OperatorVisitor } from '#tests/support/operator_visitor'
import { settle } from '#tests/support/platform_duty'

const entitlementsOf = (tenant: Tenant) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => TenantEntitlements.current())

/** The form as it stands on the page. */
function formIn(text: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [tag] of text.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    const isOff = tag.includes('type="checkbox"') && !tag.includes('checked')
    if (name && !isOff) values[name] = /value="([^"]*)"/.exec(tag)?.[1] ?? ''
  }
  values.support = /<option value="(\w+)" selected/.exec(text)?.[1] ?? 'none'
  return values
}

test.group('Platform | plans', (group) => {
  let pat: OperatorVisitor
  group.setup(async () => {
    pat = await OperatorVisitor.as('admin')
  })
  group.each.setup(async () => {
    const plan = await Plan.findOrFail('starter')
    const { entitlements, name, priceCents } = plan
    return async () => {
      const before = { name, price_cents: priceCents, entitlements: JSON.stringify(entitlements) }
      await Plan.query().where('key', 'starter').update(before)
    }
  })

  test('say first whom a change touches, and change nothing by that', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'starter', name: 'Starling' })
    const month = UsageMonth.current().name
    const used = { tenant_id: tenant.id, month, name: 'signatures', used: 60, revision: 1 }
    await db.connection('platform').table('usage_totals').insert(used)
    const values = formIn((await pat.get('/plans/starter')).text)
    const changed = { ...values, signaturesPerMonth: '50', sso: 'yes', price: '17.50' }
    const { status, text } = await pat.post('/plans/starter/preview', changed)
    assert.equal(status, 200)
    assert.include(text, 'Starling')
    assert.match(text, /Signatures a month[^]*100[^]*50[^]*Less[^]*already used more this month/)
    assert.match(text, /Single sign-on[^]*no[^]*yes/)
    assert.match(text, /15\.00[^]*17\.50/)
    const plan = await Plan.findOrFail('starter')
    assert.equal(plan.entitlements.signaturesPerMonth, 100)
    assert.equal(plan.priceCents, 1500)
  })

  test('change for everybody who has them, with an entry in the trail', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'starter' })
    const values = formIn((await pat.get('/plans/starter')).text)
    const changed = { ...values, name: 'Start', members: '', customExpiry: '' }
    assert.equal((await pat.post('/plans/starter', changed)).status, 303)
    await settle(tenant)
    const entitlements = await entitlementsOf(tenant)
    assert.equal(entitlements.planName, 'Start')
    assert.isNull(entitlements.values.members)
    assert.isFalse(entitlements.values.customExpiry)
    assert.equal(entitlements.values.signaturesPerMonth, 100)
    const asked = await db
      .connection('platform')
      .from('outbox')
      .where({ kind: 'project_standing', ref: tenant.id })
    assert.isNotEmpty(asked)
    const [entry] = await PlatformTrail.read({ limit: 1 })
    assert.equal(entry.action, 'plan.changed')
    assert.include(JSON.stringify(entry.body.details), 'members: 3 → no limit')
  })

  test('are not changed over what somebody else has changed meanwhile', async ({ assert }) => {
    const values = formIn((await pat.get('/plans/starter')).text)
    const answers = await Promise.all(
      ['4', '5'].map((members) => pat.post('/plans/starter', { ...values, members }))
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 422])
    const { entitlements } = await Plan.findOrFail('starter')
    const late = await pat.post('/plans/starter', { ...values, sso: 'yes' })
    assert.equal(late.status, 422)
    assert.include(late.text, 'Somebody else has changed this plan')
    assert.equal(formIn(late.text).members, String(entitlements.members))
    assert.deepEqual((await Plan.findOrFail('starter')).entitlements, entitlements)
  })

  test('can be edited again with what was typed, once it was seen whom it touches', async ({
    assert,
  }) => {
    const values = formIn((await pat.get('/plans/starter')).text)
    const seen = await pat.post('/plans/starter/preview', { ...values, members: '17' })
    const again = await pat.post('/plans/starter/preview', { ...formIn(seen.text), again: 'yes' })
    assert.equal(again.status, 200)
    assert.equal(formIn(again.text).members, '17')
    assert.equal((await Plan.findOrFail('starter')).entitlements.members, 3)
  })

  test('are not changed to nonsense', async ({ assert }) => {
    const values = formIn((await pat.get('/plans/starter')).text)
    const faults: Record<string, string>[] = [
      { documentsPerMonth: '-1' },
      { rateLimitPerMinute: '' },
      { price: '12,50' },
      { support: 'gold' },
      { name: ' ' },
    ]
    for (const wrong of faults)
      assert.equal((await pat.post('/plans/starter', { ...values, ...wrong })).status, 422)
    assert.equal((await pat.get('/plans/nonsense')).status, 404)
    assert.equal((await Plan.findOrFail('starter')).name, 'Starter')
  })

  test('are changed by administrators alone', async ({ assert }) => {
    const olaf = await OperatorVisitor.as('operator')
    assert.equal((await olaf.get('/plans')).status, 200)
    for (const path of ['/plans/starter', '/plans/starter/preview'])
      assert.equal((await olaf.post(path, { name: 'Mine' })).status, 403)
  })

  test('of one tenant are compared, then changed', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const path = `/tenants/${tenant.id}/plan`
    const { text } = await pat.get(`${path}?to=business`)
    assert.match(text, /Documents a month[^]*5[^]*no limit/)
    assert.equal((await pat.post(path, { plan: 'gold' })).status, 404)
    const [first] = await PlatformTrail.read({ limit: 1 })
    const answers = await Promise.all([1, 2].map(() => pat.post(path, { plan: 'business' })))
    for (const { status } of answers) assert.equal(status, 303)
    const [last] = await PlatformTrail.read({ limit: 1 })
    assert.equal(last.sequence, first.sequence + 1)
    assert.deepEqual(last.body.details, { tenantId: tenant.id, from: 'free', to: 'business' })
    await settle(tenant)
    assert.equal((await entitlementsOf(tenant)).planKey, 'business')
  })

  test('that are asked for are granted or declined, once', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free', name: 'Wishful' })
    const ask = (planKey: string) =>
      PlanRequest.ask({ tenantId: tenant.id, planKey, note: 'We grow', by: 'usr_x' })
    const first = await ask('pro')
    assert.match((await pat.get('/plans')).text, /Wishful[^]*Free[^]*Pro[^]*We grow/)
    const page = `/plan-requests/${first.id}`
    assert.match((await pat.get(page)).text, /We grow[^]*Documents a month[^]*5[^]*no limit/)
    const tooLong = await pat.post(`${page}/decline`, { answer: 'x'.repeat(501) })
    assert.equal(tooLong.status, 422)
    assert.include(tooLong.text, 'x'.repeat(501))
    assert.equal((await first.refresh()).status, 'open')
    await pat.post(`/plan-requests/${first.id}/decline`, { answer: 'Talk to us first' })
    await first.refresh()
    assert.equal((await pat.get(page)).headers.location, '/plans')
    assert.equal(first.status, 'declined')
    assert.equal(first.answer, 'Talk to us first')

    const second = await ask('pro')
    const answers = await Promise.all([
      pat.post(`/plan-requests/${second.id}/grant`),
      pat.post(`/plan-requests/${second.id}/grant`),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303]
    )
    assert.equal((await tenant.refresh()).planKey, 'pro')
    const entries = await PlatformTrail.read({ limit: 10 })
    const granted = entries.filter(
      ({ action, body }) => action === 'plan_request.granted' && body.details.tenantId === tenant.id
    )
    assert.lengthOf(granted, 1)
  })

  test('that a reseller’s tenant asks for are the reseller’s to decide', async ({ assert }) => {
    const reseller = await makeTenant({ plan: 'enterprise' })
    const child = await makeTenant({ plan: 'free', name: 'Grandchild' })
    await child.merge({ parentId: reseller.id }).save()
    const asked = { tenantId: child.id, planKey: 'pro', note: null, by: 'usr_x' }
    const request = await PlanRequest.ask(asked)
    assert.notInclude((await pat.get('/plans')).text, 'Grandchild')
    assert.equal((await pat.get(`/plan-requests/${request.id}`)).status, 404)
    assert.equal((await pat.post(`/plan-requests/${request.id}/grant`)).status, 404)
    assert.equal((await child.refresh()).planKey, 'free')
  })
})
