import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { SecurityTrail } from '#app/audit/security_trail'
import ApiKey from '#app/identity/keys/api_key'
import type { Role } from '#app/identity/access/role'
import PlanGrant from '#app/tenants/plans/plan_grant'
import PlanRequest from '#app/tenants/plans/plan_request'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, newDocument, ownerOf, Visitor } from '#tests/support/dashboard_visitor'

const PAGE = '/settings/usage'

async function toPlan(tenant: Tenant, planKey: string): Promise<void> {
  await tenant.merge({ planKey }).save()
  await EntitlementsProjection.apply(tenant.id)
}

test.group('Settings | usage and plan', () => {
  test('shows what is used, of how much, and when the month ends', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    await inLive(tenant, () => makeDocument({ title: 'Lease of the mill' }))
    const olga = await Visitor.as(tenant)
    const { status, text } = await olga.get(PAGE)
    assert.equal(status, 200)
    for (const part of [
      'Documents sent',
      'of 5',
      '20%',
      'Your plan: Free',
      'Lease of the mill',
      'Counting starts again on',
    ])
      assert.include(text, part)
    assert.notInclude(text, 'of this month are used')
  })

  test('says why nothing can be sent, and until when, where it is refused and on its page', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    for (let number = 0; number < 5; number++) await inLive(tenant, () => makeDocument())
    const olga = await Visitor.as(tenant)
    const refused = await olga.upload('/documents', await newDocument())
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'The Free plan allows 5 documents a month; 5 are used')
    assert.match(refused.text, /role="alert"[^]*?href="\/settings\/usage">See plans/)
    assert.include((await olga.get(PAGE)).text, 'All 5 documents of this month are used.')
  })

  test('leads to the plans, and to the sandbox, from where one does not reach', async ({
    assert,
  }) => {
    const ines = await Visitor.as(await makeTenant({ plan: 'free' }))
    const webhooks = await ines.get('/settings/webhooks')
    assert.include(webhooks.text, 'href="/settings/usage"')
    assert.include(webhooks.text, 'href="/test/settings/webhooks"')
    const refused = await ines.post('/settings/brand', { name: 'Other' })
    assert.equal(refused.status, 403)
    assert.include(refused.text, 'The Free plan does not include branding.')
    assert.match(refused.text, /href="\/settings\/usage"[^>]*>\s*<span>See plans/)
  })

  test('names what is paused after a downgrade, and nothing before', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'business' })
    const owner = await ownerOf(tenant)
    await inLive(tenant, async () => {
      await ApiKey.issue({ environment: 'live', name: 'CRM', createdBy: owner })
      await Endpoint.register({ url: 'http://127.0.0.1:9/hooks', events: ['*'], name: null })
      await makeDocument({ expiresInDays: 7 }, { send: false })
      await makeDocument(
        { signers: [ANA, BEN, { ...BEN, email: 'cem@example.test' }] },
        { send: false }
      )
    })
    await makeUser(tenant, 'member')
    const olga = await Visitor.as(tenant)
    assert.notInclude((await olga.get(PAGE)).text, 'pauses some of your features')
    const ahead = (await olga.get('/settings/plan/free')).text
    assert.match(ahead, /With Free, some of your features would be paused[^]*Live API keys/)
    assert.notInclude((await olga.get('/settings/plan/enterprise')).text, 'would be paused')
    await toPlan(tenant, 'free')
    const { text } = await olga.get(PAGE)
    for (const part of [
      'Live API keys are kept, but refused.',
      'Webhook endpoints are kept, but nothing is sent to them.',
      'Members: there are 2, and your plan includes 1.',
      'Drafts with a custom expiry',
      'Drafts with more than 2 signers',
    ])
      assert.include(text, part)
    await toPlan(tenant, 'business')
    assert.notInclude((await olga.get(PAGE)).text, 'pauses some of your features')
  })

  test('shows trials and what was granted beside the plan, with their days', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const until = new Date(Date.now() + 86_400_000)
    const common = { tenantId: tenant.id, until, reason: 'A test', grantedBy: 'opr_x' }
    await db.connection('platform').transaction(async (trx) => {
      await PlanGrant.give({ ...common, planKey: 'starter' }, trx)
      await PlanGrant.give({ ...common, entitlement: 'branding', value: true }, trx)
    })
    await EntitlementsProjection.apply(tenant.id)
    const { text } = await (await Visitor.as(tenant)).get(PAGE)
    for (const part of [
      'Your plan: Starter',
      'This plan is on trial until',
      'Also your own brand, until',
    ])
      assert.include(text, part)
  })

  test('is for those who may see it; titles of others’ documents are not for developers', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    await inLive(tenant, () => makeDocument({ title: 'Secret merger', by: OLGA }))
    const statuses: Record<string, number> = {}
    for (const role of ['owner', 'admin', 'developer', 'member', 'viewer'] as Role[])
      statuses[role] = (await (await Visitor.as(tenant, role)).get(PAGE)).status
    assert.deepEqual(statuses, { owner: 200, admin: 200, developer: 200, member: 403, viewer: 403 })
    const dora = await Visitor.as(tenant, 'developer')
    assert.notInclude((await dora.get(PAGE)).text, 'Secret merger')
  })

  test('takes an owner’s request for another plan, keeps one, and lets it be withdrawn', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const olga = await Visitor.as(tenant)
    assert.include((await olga.get('/settings/plan/pro')).text, '$49 a month')
    const sent = await olga.post('/settings/plan/pro', { note: 'From March on' })
    assert.equal(sent.status, 303)
    assert.include((await olga.followed(sent)).text, 'You asked for the Pro plan')
    const request = await PlanRequest.latest(tenant.id)
    assert.include(request!.$attributes, {
      planKey: 'pro',
      fromPlan: 'free',
      note: 'From March on',
    })
    const [entry] = await inLive(tenant, () => SecurityTrail.read())
    assert.equal(entry.action, 'plan.requested')
    await olga.post('/settings/plan')
    assert.equal((await PlanRequest.latest(tenant.id))?.status, 'withdrawn')
  })

  test('takes a request for the plan on trial, and none for the one that comes after it', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const trial = { planKey: 'pro', until: new Date(Date.now() + 86_400_000) }
    await db
      .connection('platform')
      .transaction((trx) =>
        PlanGrant.give({ tenantId: tenant.id, reason: 'Tries', grantedBy: 'opr_x', ...trial }, trx)
      )
    await EntitlementsProjection.apply(tenant.id)
    const olga = await Visitor.as(tenant)
    const { text } = await olga.get(PAGE)
    assert.include(text, 'href="/settings/plan/pro"')
    assert.notInclude(text, 'href="/settings/plan/free"')
    assert.include(text, 'After the trial')
    assert.include((await olga.get('/settings/plan/pro')).text, 'Free')
    assert.equal((await olga.post('/settings/plan/free')).status, 404)
    assert.equal((await olga.post('/settings/plan/pro')).status, 303)
    assert.include((await PlanRequest.latest(tenant.id))!.$attributes, {
      ...{ planKey: 'pro', fromPlan: 'free', status: 'open' },
    })
    const [entry] = await inLive(tenant, () => SecurityTrail.read())
    assert.include(entry.body.details, { from: 'free', to: 'pro' })
  })

  test('refuses requests of others than owners, for unknown plans and for the one there is', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const ada = await Visitor.as(tenant, 'admin')
    assert.equal((await ada.post('/settings/plan/pro')).status, 403)
    const olga = await Visitor.as(tenant)
    for (const plan of ['golden', 'free'])
      assert.equal((await olga.post(`/settings/plan/${plan}`)).status, 404)
    assert.isNull(await PlanRequest.latest(tenant.id))
  })

  test('shows a reseller’s tenant the reseller’s prices, and plans it sells alone', async ({
    assert,
  }) => {
    const reseller = await makeTenant({ plan: 'enterprise' })
    const tenant = await makeTenant({ plan: 'free' })
    await tenant.merge({ parentId: reseller.id }).save()
    await EntitlementsProjection.apply(tenant.id)
    const terms = { reseller_id: reseller.id, updated_at: new Date() }
    await db
      .connection('platform')
      .table('resale_terms')
      .multiInsert([
        { ...terms, plan_key: 'pro', price_cents: 7_700, is_offered: true },
        { ...terms, plan_key: 'starter', price_cents: 1_500, is_offered: false },
      ])
    const olga = await Visitor.as(tenant)
    const { text } = await olga.get(PAGE)
    assert.include(text, '$77 a month')
    assert.notInclude(text, '$49 a month')
    assert.notInclude(text, 'Starter')
    assert.equal((await olga.post('/settings/plan/starter')).status, 404)
  })
})

test.group('Help', () => {
  test('shows the support that the plan includes, with the current request', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'business' })
    const olga = await Visitor.as(tenant)
    const asked = 'req_01m7zsyxhb7e0w66vfw5exspv7'
    const { text } = await olga.get(`/help?request=${asked}`)
    for (const part of [asked, 'Support: dedicated', 'Service level agreement'])
      assert.include(text, part)
    const foreign = await olga.get('/help?request=%3Cscript%3E')
    assert.notInclude(foreign.text, '<script>')
    assert.match(foreign.text, /req_[0-9a-z]{26}/)
  })
})
