import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { ResaleList } from '#app/tenants/resale/resale_list'
import type Tenant from '#app/tenants/tenant'
import { Usage } from '#app/tenants/usage/usage'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { doPlatformWork, makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'

const inLive = <T>(tenant: Tenant, work: () => T) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

async function send(tenant: Tenant, signers = 2) {
  const documentId = newId('doc')
  const signerIds = Array.from({ length: signers }, () => newId('sig'))
  await inLive(tenant, () => unit(async () => Usage.consume({ documentId, signerIds })))
  return { documentId, signerIds }
}

async function totals({ id }: Tenant): Promise<Record<string, number>> {
  const rows = await db.connection('platform').from('usage_totals').where('tenant_id', id)
  return Object.fromEntries(rows.map(({ name, used }) => [name, used]))
}

const report = (tenant: Tenant) => doWork(tenant, 'usage.report', { early: true })

test.group('Usage | what the platform hears of it', (group) => {
  let reseller: Tenant

  group.setup(async () => {
    reseller = await makeReseller()
  })

  test('is one report for many sends, with all that they used', async ({ assert }) => {
    const tenant = await makeTenant()
    await Promise.all(Array.from({ length: 10 }, () => send(tenant)))
    assert.equal(await report(tenant), 1)
    assert.deepEqual(await totals(tenant), { documents: 10, signatures: 20 })
    await send(tenant, 1)
    assert.equal(await report(tenant), 1)
    assert.deepEqual(await totals(tenant), { documents: 11, signatures: 21 })
  })

  test('knows what was given back', async ({ assert }) => {
    const tenant = await makeTenant()
    const sent = await send(tenant, 3)
    await report(tenant)
    await inLive(tenant, () => unit(async () => Usage.giveBack(sent)))
    await report(tenant)
    assert.deepEqual(await totals(tenant), { documents: 1, signatures: 0 })
  })

  test('waits for a unit that has counted and not yet ended', async ({ assert }) => {
    const tenant = await makeTenant()
    await send(tenant, 1)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let begun = () => {}
    const counted = new Promise<void>((resolve) => (begun = resolve))
    const late = inLive(tenant, () =>
      unit(async () => {
        Usage.consume({ documentId: newId('doc'), signerIds: [newId('sig')] })
        CurrentTenant.beforeCommit('hold', async () => {
          begun()
          await held
        })
      })
    )
    await counted
    const reported = report(tenant)
    letGo()
    await Promise.all([late, reported])
    await report(tenant)
    assert.deepEqual(await totals(tenant), { documents: 2, signatures: 2 })
  })

  test('is not set back by a report that comes late', async ({ assert }) => {
    const tenant = await makeTenant()
    await send(tenant)
    await report(tenant)
    const old = await db.connection('platform').from('usage_totals').where('tenant_id', tenant.id)
    await send(tenant)
    await report(tenant)
    const [{ revision }] = await db
      .connection('platform')
      .from('usage_totals')
      .where('tenant_id', tenant.id)
    assert.isAbove(revision, old[0].revision)
    assert.deepEqual(await totals(tenant), { documents: 2, signatures: 4 })
  })

  test('reaches the reseller as counts beside its tenant, in one query', async ({ assert }) => {
    const child = await makeChild(reseller)
    await send(child, 3)
    await report(child)
    const month = UsageMonth.current().name
    const list = new ResaleList(reseller.id)
    const [shown] = await list.page({ month, limit: 25 })
    assert.deepEqual(shown.used, { documents: 1, signatures: 3 })
    assert.deepEqual(await list.used(month), { documents: 1, signatures: 3 })
    assert.deepEqual(await list.months(shown), [{ month, used: { documents: 1, signatures: 3 } }])
  })

  test('notifies the reseller’s webhooks once when its tenant’s quota is nearly used up', async ({
    assert,
  }) => {
    const child = await makeChild(reseller, { plan: 'free' })
    for (let count = 0; count < 4; count += 1) await send(child, 1)
    assert.equal(await doWork(child, 'resale.pass_on'), 1)
    const news = await db.connection('platform').from('resale_news').where('tenant_id', child.id)
    await doPlatformWork()
    // the worker died before it could strike its work off, so it comes again
    await db.connection('platform').table('resale_news').insert(news)
    await db
      .connection('platform')
      .table('outbox')
      .insert({ kind: 'tell_resale_news', ref: news[0].id })
    await doPlatformWork()
    const [events] = await inLive(reseller, () =>
      CurrentTenant.batch([
        { text: `select body from events where name = 'usage.threshold_reached'` },
      ])
    )
    assert.lengthOf(events, 1)
    assert.containSubset(JSON.parse(String(events[0].body)).data, {
      tenantId: child.id,
      slug: child.slug,
      plan: 'free',
      status: 'ready',
      name: 'documents',
      threshold: 80,
      used: 4,
      limit: 5,
    })
  })
})
