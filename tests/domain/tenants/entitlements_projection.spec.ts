import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { PlatformWork } from '#app/tenants/platform_work'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'

const platform = () => db.connection('platform')

const entitlementsOf = (tenant: Tenant) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => TenantEntitlements.current())

const versionOf = async (tenant: Tenant) => (await entitlementsOf(tenant)).$extras.version as number

const grant = (tenant: Tenant, given: Record<string, unknown>) =>
  platform()
    .table('plan_grants')
    .insert({
      id: newId('grt'),
      tenant_id: tenant.id,
      until: new Date(Date.now() + 60_000),
      reason: 'A test',
      granted_by: 'opr_x',
      ...given,
    })

test.group('Entitlements | projection', () => {
  test('writes plan, name and hosts of the platform into the account', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    await tenant.merge({ planKey: 'pro', name: 'Acme & Söhne' }).save()
    await EntitlementsProjection.apply(tenant.id)
    const entitlements = await entitlementsOf(tenant)
    assert.include(entitlements.$attributes, {
      planKey: 'pro',
      planName: 'Pro',
      name: 'Acme & Söhne',
    })
    assert.isTrue(entitlements.may('branding', 'live'))
    assert.isTrue(entitlements.host.startsWith(`${tenant.slug}.`))
  })

  test('leads links to the primary host of their purpose', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const host = `sign.${tenant.slug}.test`
    await platform()
      .table('domains')
      .insert({
        id: newId('dom'),
        tenant_id: tenant.id,
        host,
        purposes: ['signing'],
        challenge: 'a test',
        primary_for: ['signing'],
        status: 'active',
      })
    await EntitlementsProjection.apply(tenant.id)
    const entitlements = await entitlementsOf(tenant)
    assert.equal(entitlements.signingHost, host)
    assert.notEqual(entitlements.host, host)
  })

  test('writes nothing when nothing has changed', async ({ assert }) => {
    const tenant = await makeTenant()
    await EntitlementsProjection.apply(tenant.id)
    const before = await versionOf(tenant)
    await EntitlementsProjection.apply(tenant.id)
    assert.equal(await versionOf(tenant), before)
    await tenant.merge({ name: 'Another' }).save()
    await EntitlementsProjection.apply(tenant.id)
    assert.equal(await versionOf(tenant), before + 1)
  })

  test('leaves the newest state behind, however many run at once', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const applied: Promise<void>[] = []
    for (const planKey of ['starter', 'pro', 'free', 'business', 'starter', 'enterprise']) {
      await tenant.merge({ planKey }).save()
      applied.push(EntitlementsProjection.apply(tenant.id), EntitlementsProjection.apply(tenant.id))
    }
    await Promise.all(applied)
    assert.equal((await entitlementsOf(tenant)).planKey, 'enterprise')
  })

  test('is done by the work that was left in the transaction of the change, and only then', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const change = async (planKey: string, shallFail: boolean) =>
      platform().transaction(async (client) => {
        await Tenant.query({ client }).where({ id: tenant.id }).update({ plan_key: planKey })
        await EntitlementsProjection.ask([tenant.id], client)
        if (shallFail) throw new Error('The power was cut')
      })
    await platform().from('outbox').delete()
    await assert.rejects(() => change('pro', true), 'The power was cut')
    assert.equal(await PlatformWork.doDue(), 0)
    await change('business', false)
    assert.equal(await PlatformWork.doDue(), 1)
    assert.equal((await entitlementsOf(tenant)).planKey, 'business')
  })

  test('lends a plan on trial and gives single entitlements beside it, until they end', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    await grant(tenant, { plan_key: 'starter' })
    await grant(tenant, { entitlement: 'branding', value: 'true' })
    await grant(tenant, { entitlement: 'members', value: '7' })
    await grant(tenant, { plan_key: 'enterprise', until: new Date(Date.now() - 1_000) })
    await EntitlementsProjection.apply(tenant.id)
    const lent = await entitlementsOf(tenant)
    assert.equal(lent.planKey, 'starter')
    assert.isNotNull(lent.planUntil)
    assert.deepEqual([lent.may('branding', 'live'), lent.limit('members')], [true, 7])
    await platform().from('plan_grants').where('tenant_id', tenant.id).update({ until: new Date() })
    await EntitlementsProjection.apply(tenant.id)
    const left = await entitlementsOf(tenant)
    assert.equal(left.planKey, 'free')
    assert.isNull(left.planUntil)
    assert.deepEqual([left.may('branding', 'live'), left.limit('members')], [false, 1])
  })

  test('leaves alone who is in the making', async ({ assert }) => {
    const tenant = await makeTenant()
    await Tenant.query().where({ id: tenant.id }).update({ status: 'provisioning', name: 'New' })
    await EntitlementsProjection.apply(tenant.id)
    assert.equal((await entitlementsOf(tenant)).name, 'Acme')
  })
})
