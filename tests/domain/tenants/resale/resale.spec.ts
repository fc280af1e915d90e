import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { SecurityTrail } from '#app/audit/security_trail'
import type { Actor } from '#app/audit/actor'
import { newId } from '#app/foundation/identifier'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import { Removal } from '#app/tenants/removal'
import { Resale } from '#app/tenants/resale/resale'
import { MAX_TENANTS } from '#app/tenants/resale/resale_order'
import { ResaleList } from '#app/tenants/resale/resale_list'
import { ResaleOutbox } from '#app/tenants/resale/resale_outbox'
import { ResaleOffers } from '#app/tenants/resale/resale_offer'
import { Suspension } from '#app/tenants/suspension'
import Tenant from '#app/tenants/tenant'
import { doPlatformWork, makeChild, makeReseller, newSlug } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const RITA: Actor = {
  type: 'user',
  id: newId('usr'),
  name: 'Rita Reseller',
  ipAddress: '192.0.2.7',
}

const order = (plan = 'business', slug = newSlug()) => ({
  name: 'Child',
  slug,
  plan,
  owner: { id: newId('usr'), email: `o@${slug}.test`, name: 'Olga', passwordHash: null },
})

const inLive = <T>(tenant: Tenant, work: () => T) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

const trailOf = (tenant: Tenant) =>
  inLive(tenant, () => SecurityTrail.read()).then((entries) => entries.reverse())

const eventsOf = async (tenant: Tenant) => {
  const [rows] = await inLive(tenant, () =>
    CurrentTenant.batch([{ text: 'select name, body from events order by position' }])
  )
  return rows.map(({ name, body }) => ({ name, ...JSON.parse(String(body)).data }))
}

test.group('Resale', (group) => {
  let reseller: Tenant
  let resale: Resale

  group.each.setup(async () => {
    reseller = await makeReseller()
    resale = new Resale(reseller.ref, RITA)
  })

  test('reserves a tenant at once and leaves it invisible until a worker has made it', async ({
    assert,
  }) => {
    const child = await resale.create(order())
    assert.equal(child.status, 'provisioning')
    assert.equal(child.parentId, reseller.id)
    assert.equal(child.cell, reseller.cell)
    await doPlatformWork()
    assert.equal((await child.refresh()).status, 'ready')
    assert.isNull(child.wanted)
  })

  test('notifies the reseller once, even if the worker and the sweep finish the same tenant', async ({
    assert,
  }) => {
    const child = await resale.create(order())
    await Promise.all([
      Provisioning.finish(await Tenant.findOrFail(child.id)),
      Provisioning.finish(await Tenant.findOrFail(child.id)),
    ])
    await doPlatformWork()
    const events = await eventsOf(reseller)
    assert.lengthOf(events, 1)
    assert.containSubset(events[0], {
      name: 'tenant.created',
      environment: 'live',
      tenantId: child.id,
      slug: child.slug,
      status: 'ready',
      plan: 'business',
    })
  })

  test('records an event once, however often it is delivered', async ({ assert }) => {
    const child = await makeChild(reseller, { by: RITA })
    await resale.suspend(child.id, 'Unpaid')
    const rows = await db.connection('platform').from('resale_news').where('tenant_id', child.id)
    assert.lengthOf(rows, 1)
    // as if its worker had died before it could strike the news off
    await ResaleOutbox.deliver(rows[0].id)
    await db.connection('platform').table('resale_news').insert(rows[0])
    await ResaleOutbox.deliver(rows[0].id)
    await doPlatformWork()
    const names = (await eventsOf(reseller)).map(({ name }) => name)
    assert.deepEqual(names, ['tenant.created', 'tenant.suspended'])
    const actions = (await trailOf(child)).map(({ action }) => action)
    assert.deepEqual(actions, ['tenant.created', 'tenant.suspended'])
  })

  test('records one event when two workers deliver the same one at once', async ({ assert }) => {
    const child = await makeChild(reseller)
    await resale.suspend(child.id, 'Unpaid')
    const [{ id }] = await db
      .connection('platform')
      .from('resale_news')
      .where('tenant_id', child.id)
    await Promise.all([
      ResaleOutbox.deliver(id),
      ResaleOutbox.deliver(id),
      ResaleOutbox.deliver(id),
    ])
    const names = (await eventsOf(reseller)).map(({ name }) => name)
    assert.deepEqual(names, ['tenant.created', 'tenant.suspended'])
  })

  test('says in the reseller’s trail who did it and why, and below only which reseller', async ({
    assert,
  }) => {
    const child = await makeChild(reseller, { by: RITA })
    await resale.suspend(child.id, 'Unpaid since May')
    await doPlatformWork()
    const own = (await trailOf(reseller)).at(-1)
    assert.equal(own?.action, 'tenant.suspended')
    assert.deepEqual(own?.body.actor, { type: 'user', id: RITA.id })
    assert.equal(own?.personal.actorName, RITA.name)
    assert.equal(own?.body.details.tenantId, child.id)
    assert.equal(own?.personal.reason, 'Unpaid since May')
    assert.equal(own?.personal.slug, child.slug)
    const below = (await trailOf(child)).at(-1)
    assert.deepEqual(below?.body.actor, { type: 'system', id: reseller.id })
    assert.notInclude(JSON.stringify(below), RITA.name)
    assert.notInclude(JSON.stringify(below), '192.0.2.7')
    assert.notInclude(JSON.stringify(below), 'Unpaid')
  })

  test('sells what the platform lets it and it offers, and nothing that can resell', async ({
    assert,
  }) => {
    const offered = (await ResaleOffers.of(reseller.id)).map(({ plan }) => plan)
    assert.deepEqual(offered, ['free', 'starter', 'pro', 'business'])
    for (const plan of ['enterprise', 'no-such-plan'])
      await assert.rejects(() => resale.create(order(plan)), `You may not sell a plan ${plan}`)
    await ResaleOffers.charge(reseller.id, [{ plan: 'pro', priceCents: 7_900, isOffered: false }])
    await assert.rejects(() => resale.create(order('pro')), 'You may not sell a plan pro')
    await ResaleOffers.charge(reseller.id, [{ plan: 'pro', priceCents: null, isOffered: true }])
    await ResaleOffers.agree(reseller.id, { plan: 'pro', isAllowed: false })
    await assert.rejects(() => resale.create(order('pro')), 'You may not sell a plan pro')
    await assert.rejects(
      () => ResaleOffers.charge(reseller.id, [{ plan: 'pro', priceCents: 0, isOffered: true }]),
      'You may not sell a plan pro'
    )
  })

  test('refuses a slug that is taken or reserved, and leaves nothing behind', async ({
    assert,
  }) => {
    const { slug } = await makeTenant()
    await assert.rejects(() => resale.create(order('pro', slug)), /has the slug/)
    await assert.rejects(() => resale.create(order('pro', 'admin')), /A slug is 1 to 40/)
    assert.isEmpty(await Tenant.query().where({ parentId: reseller.id }))
  })

  test('gives one slug to one of many who ask for it at once', async ({ assert }) => {
    const slug = newSlug()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => resale.create(order('pro', slug)))
    )
    assert.lengthOf(
      outcomes.filter(({ status }) => status === 'fulfilled'),
      1
    )
  })

  test('has a limit that many who come at once do not pass', async ({ assert }) => {
    const rows = Array.from({ length: MAX_TENANTS - 3 }, (_, at) => ({
      id: newId('ten'),
      slug: newSlug(),
      name: `Filler ${at}`,
      plan_key: 'free',
      parent_id: reseller.id,
      key_prefix: newSlug().slice(0, 8),
      status: 'ready',
    }))
    const unique = [...new Map(rows.map((row) => [row.key_prefix, row])).values()]
    await db.connection('platform').table('tenants').multiInsert(unique)
    const room = MAX_TENANTS - unique.length
    const outcomes = await Promise.allSettled(
      Array.from({ length: room + 5 }, () => resale.create(order()))
    )
    assert.lengthOf(
      outcomes.filter(({ status }) => status === 'fulfilled'),
      room
    )
    await db.connection('platform').from('outbox').delete()
    await db
      .connection('platform')
      .from('tenants')
      .where('parent_id', reseller.id)
      .update({ status: 'deleted' })
  })

  test('renames a tenant and gives it another plan, which its own account then knows', async ({
    assert,
  }) => {
    const child = await makeChild(reseller, { plan: 'starter' })
    await resale.change(child.id, { name: 'Renamed', plan: 'pro', metadata: { crm: '17' } })
    await doPlatformWork()
    await child.refresh()
    assert.containSubset(child.$attributes, { name: 'Renamed', planKey: 'pro' })
    assert.deepEqual(child.metadata, { crm: '17' })
    const [[entitlements]] = await inLive(child, () =>
      CurrentTenant.batch([{ text: 'select * from standing' }])
    )
    assert.containSubset(entitlements, { name: 'Renamed', plan_key: 'pro', parent_id: reseller.id })
  })

  test('does not let a reseller lift what the platform imposed', async ({ assert }) => {
    const child = await makeChild(reseller)
    await resale.suspend(child.id, 'Unpaid')
    await Suspension.impose(child.id, { reason: 'Spam' })
    await assert.rejects(() => resale.resume(child.id), 'This tenant was stopped by the platform')
    assert.equal((await child.refresh()).status, 'suspended')
    await Suspension.lift(child.id)
    await resale.suspend(child.id, 'Unpaid again')
    await resale.resume(child.id)
    assert.equal((await child.refresh()).status, 'ready')
  })

  test('shows an operator’s reason to nobody below the platform', async ({ assert }) => {
    const child = await makeChild(reseller)
    await Suspension.impose(child.id, { reason: 'Reported as fraud' })
    await doPlatformWork()
    const shown = await new ResaleList(reseller.id).find(child.id, '2026-01')
    assert.isNull(shown.suspensionReason)
    assert.notInclude(JSON.stringify(await trailOf(reseller)), 'fraud')
    assert.containSubset((await eventsOf(reseller)).at(-1), {
      name: 'tenant.suspended',
      tenantId: child.id,
    })
  })

  test('begins a deletion with a wait in which it can be taken back', async ({ assert }) => {
    const child = await makeChild(reseller)
    const eraseAt = await resale.remove(child.id)
    assert.isAbove(eraseAt.getTime(), Date.now())
    assert.deepEqual(await resale.remove(child.id), eraseAt)
    await resale.resume(child.id)
    assert.containSubset((await child.refresh()).$attributes, { status: 'ready', eraseAt: null })
    await Removal.schedule(child.id, eraseAt)
    await assert.rejects(() => resale.resume(child.id), 'This tenant was stopped by the platform')
  })

  test('erases nothing that the platform suspends after the deletion was asked for', async ({
    assert,
  }) => {
    const child = await makeChild(reseller)
    const before = await makeChild(reseller)
    for (const one of [child, before]) await resale.remove(one.id)
    await Suspension.impose(child.id, { reason: 'Reported as fraud' })
    const yesterday = new Date(Date.now() - 86_400_000)
    // suspended by a release that let the deletion stand
    await Tenant.query()
      .where('id', before.id)
      .update({ suspension_reason: 'Fraud', suspended_by: null, erase_at: yesterday })
    for (const one of [child, before]) assert.isNull(await TenantErasure.runIfDue(one.id))
    await doPlatformWork()
    for (const one of [child, before]) {
      const { status, eraseAt, suspensionReason } = await one.refresh()
      assert.deepEqual([status, eraseAt], ['suspended', null])
      assert.isNotNull(suspensionReason)
      assert.isNull(await db.connection('platform').from('outbox').where('ref', one.id).first())
    }
    assert.lengthOf(
      (await trailOf(reseller)).filter(({ action }) => action === 'tenant.deletion_recalled'),
      2
    )
    await assert.rejects(() => resale.remove(child.id), 'This tenant was stopped by the platform')
  })

  test('leaves the deletion that it asked for where it suspends', async ({ assert }) => {
    const child = await makeChild(reseller)
    const eraseAt = await resale.remove(child.id)
    await resale.suspend(child.id, 'Unpaid')
    assert.deepEqual((await child.refresh()).eraseAt, eraseAt)
    await resale.resume(child.id)
  })

  test('does not release a tenant that is suspended', async ({ assert }) => {
    const child = await makeChild(reseller)
    await resale.suspend(child.id, 'Unpaid')
    await assert.rejects(() => resale.release(child.id), 'A suspended tenant cannot be released')
    assert.equal((await child.refresh()).parentId, reseller.id)
    await resale.resume(child.id)
    await resale.release(child.id)
    assert.isNull((await child.refresh()).parentId)
  })

  test('lets a released tenant go for good', async ({ assert }) => {
    const child = await makeChild(reseller)
    await resale.release(child.id)
    assert.isNull((await child.refresh()).parentId)
    await assert.rejects(() => resale.suspend(child.id, 'Mine!'), 'No tenant of yours has this id')
    await doPlatformWork()
    assert.equal((await trailOf(child)).at(-1)?.action, 'tenant.released')
  })

  test('adds up what its tenants bring in and what they cost', async ({ assert }) => {
    await ResaleOffers.charge(reseller.id, [{ plan: 'pro', priceCents: 9_900, isOffered: true }])
    await ResaleOffers.agree(reseller.id, { plan: 'pro', wholesaleCents: 3_000 })
    for (const plan of ['pro', 'pro', 'starter']) await makeChild(reseller, { plan })
    const totals = await new ResaleList(reseller.id).totals('2026-01')
    assert.deepEqual(
      totals.map(({ plan, tenants, revenueCents, costCents }) => [
        plan,
        tenants,
        revenueCents,
        costCents,
      ]),
      [
        ['pro', 2, 19_800, 6_000],
        ['starter', 1, 1_500, 1_500],
      ]
    )
  })

  test('reports events of a tenant in the order in which they happened, whichever is delivered first', async ({
    assert,
  }) => {
    const child = await makeChild(reseller)
    for (let round = 0; round < 3; round += 1) {
      await resale.suspend(child.id, 'Unpaid')
      await resale.resume(child.id)
    }
    const news = await db
      .connection('platform')
      .from('resale_news')
      .where('tenant_id', child.id)
      .orderBy('id', 'desc')
    assert.lengthOf(news, 6)
    await Promise.all([...news, ...news].map(({ id }) => ResaleOutbox.deliver(id)))
    const names = (await eventsOf(reseller)).map(({ name }) => name)
    const both = ['tenant.suspended', 'tenant.resumed']
    assert.deepEqual(names, ['tenant.created', ...both, ...both, ...both])
    assert.deepEqual(
      (await trailOf(child)).slice(-6).map(({ action }) => action),
      [...both, ...both, ...both]
    )
  })
})
