import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { SecurityTrail } from '#app/audit/security_trail'
import { SYSTEM } from '#app/audit/actor'
import { newId } from '#app/foundation/identifier'
import type { Scope } from '#app/identity/access/scope'
import { Handover } from '#app/identity/handover/handover'
import User from '#app/identity/users/user'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import PlanRequest from '#app/tenants/plans/plan_request'
import { Resale } from '#app/tenants/resale/resale'
import Tenant from '#app/tenants/tenant'
import { Usage } from '#app/tenants/usage/usage'
import { ApiClient } from '#tests/factories/api_client'
import { doPlatformWork, makeChild, makeReseller, newSlug } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'

const RITA = { type: 'user', id: newId('usr'), name: 'Rita' } as const
const SCOPES: Scope[] = ['tenants:read', 'tenants:write']

const inLive = <T>(tenant: Tenant, work: () => T) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

const actionsOf = async (tenant: Tenant) => {
  const entries = await inLive(tenant, () => SecurityTrail.read())
  return entries.map(({ action }) => action).reverse()
}

const eventsOf = async (tenant: Tenant) => {
  const [rows] = await inLive(tenant, () =>
    CurrentTenant.batch([{ text: 'select name from events order by position' }])
  )
  return rows.map(({ name }) => name)
}

const platformWork = () => db.connection('platform').from('outbox').count('* as left').first()

/** The lease of the dead worker's work ends. */
const endLeases = () =>
  db
    .connection('platform')
    .from('outbox')
    .update({ lease_until: null, due_at: new Date(0) })

test.group('Resellers | a process killed', (group) => {
  let workers: WorkerProcess[] = []

  group.each.setup(async () => {
    await emptyOutbox()
    await db.connection('platform').from('outbox').delete()
    return async () => {
      await Promise.all(workers.map((worker) => worker.kill()))
      workers = []
    }
  })

  const start = (settings?: Record<string, string>) => {
    const worker = WorkerProcess.start(settings)
    workers.push(worker)
    return worker
  }

  for (const point of ['resale.delivered_to_reseller', 'resale.delivered_to_tenant']) {
    test(`at ${point} tells both accounts, and each once`, async ({ assert }) => {
      const reseller = await makeReseller()
      const child = await makeChild(reseller, { by: RITA })
      await new Resale(reseller.ref, RITA).suspend(child.id, 'Unpaid')
      assert.equal(await start({ FAULT_POINT: point }).dies(), 'SIGKILL')
      await endLeases()
      await doPlatformWork()
      assert.deepEqual(await eventsOf(reseller), ['tenant.created', 'tenant.suspended'])
      assert.deepEqual(await actionsOf(reseller), ['tenant.created', 'tenant.suspended'])
      assert.deepEqual(await actionsOf(child), ['tenant.created', 'tenant.suspended'])
      assert.equal(Number((await platformWork())?.left), 0)
    })
  }

  for (const point of ['provisioning.rooted', 'provisioning.building', 'provisioning.built']) {
    test(`at ${point} leaves a tenant that is finished by the next, and told once`, async ({
      assert,
    }) => {
      const reseller = await makeReseller()
      const slug = newSlug()
      const owner = { id: newId('usr'), email: `o@${slug}.test`, name: 'O', passwordHash: null }
      const order = { name: 'Half', slug, plan: 'pro', owner }
      const child = await new Resale(reseller.ref, SYSTEM).create(order)
      assert.equal(await start({ FAULT_POINT: point }).dies(), 'SIGKILL')
      assert.equal((await child.refresh()).status, 'provisioning')
      await endLeases()
      await doPlatformWork()
      assert.equal((await child.refresh()).status, 'ready')
      assert.deepEqual(await eventsOf(reseller), ['tenant.created'])
    })
  }

  for (const point of ['usage.read', 'usage.reported']) {
    test(`at ${point} reports usage all the same`, async ({ assert }) => {
      const reseller = await makeReseller()
      const child = await makeChild(reseller)
      await doPlatformWork()
      await emptyOutbox()
      const sent = { documentId: newId('doc'), signerIds: [newId('sig'), newId('sig')] }
      await inLive(child, () => unit(async () => Usage.consume(sent)))
      assert.equal(await start({ FAULT_POINT: point }).dies(), 'SIGKILL')
      start()
      await until(async () => (await outboxRows()).every(({ kind }) => kind !== 'usage.report'))
      const rows = await db.connection('platform').from('usage_totals').where('tenant_id', child.id)
      assert.sameDeepMembers(
        rows.map(({ name, used }) => [name, used]),
        [
          ['documents', 1],
          ['signatures', 2],
        ]
      )
    })
  }

  test('at handover.settled tells the reseller once that its tenant was handed over', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    const child = await makeChild(reseller)
    const milton = { name: 'Milton Waddams', email: 'milton@initech.example' }
    await Handover.ask(child.id, milton, { resellerId: reseller.id, actor: RITA })
    await doPlatformWork()
    assert.equal(await start({ FAULT_POINT: 'handover.settled' }).dies(), 'SIGKILL')
    const handedOver = (actions: string[]) =>
      actions.filter((action) => /handed_over$/.test(action))
    assert.deepEqual(handedOver(await actionsOf(child)), ['ownership.handed_over'])
    assert.deepEqual(handedOver(await actionsOf(reseller)), [])
    start()
    await until(async () => (await outboxRows()).every(({ kind }) => kind !== 'handover.end'))
    await endLeases()
    await doPlatformWork()
    assert.deepEqual(handedOver(await actionsOf(child)), ['ownership.handed_over'])
    assert.deepEqual(handedOver(await actionsOf(reseller)), ['tenant.handed_over'])
    const owners = await inLive(child, () => User.query().where('role', 'owner'))
    assert.deepEqual(
      owners.map(({ email }) => email),
      [milton.email]
    )
  })

  test('at handover.begun tells who asked before it tells that the tenant was handed over, each once', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    const child = await makeChild(reseller)
    const client = await ApiClient.of(reseller, 'live', { scopes: SCOPES })
    const order = {
      method: 'POST',
      path: `/api/v1/tenants/${child.id}/handover`,
      headers: { 'idempotency-key': 'one' },
      json: { name: 'Milton Waddams', email: 'milton@initech.example' },
    } as const
    const told = async () => {
      await doPlatformWork()
      const entries = await inLive(reseller, () => SecurityTrail.read())
      const ofHandover = entries.filter(({ action }) => /hand(?:ed_)?over/.test(action))
      return ofHandover.map(({ action, body }) => [action, body.actor.type]).reverse()
    }
    const dying = await WebProcess.start({ NODE_ENV: 'test', FAULT_POINT: 'handover.begun' })
    await assert.rejects(() => client.ask({ ...order, origin: dying.origin }))
    assert.deepEqual(await told(), [])
    await doWork(child, 'handover.end')
    const both = [
      ['tenant.handover_asked', 'user'],
      ['tenant.handed_over', 'system'],
    ]
    assert.deepEqual(await told(), both)
    const [[row]] = await inLive(child, () =>
      CurrentTenant.batch([{ text: 'select actor from handover' }])
    )
    assert.isNull(row.actor)
    await inLive(reseller, () =>
      CurrentTenant.batch([{ text: 'update idempotency_keys set claimed_until = now()' }])
    )
    const web = await WebProcess.start({ NODE_ENV: 'test' })
    try {
      assert.equal((await client.ask({ ...order, origin: web.origin })).status, 202)
      assert.deepEqual(await told(), both)
    } finally {
      await web.stop()
    }
  })

  test('at handover.begun or at handover.settled tells both of a handover that another takes the place of', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    const child = await makeChild(reseller)
    const client = await ApiClient.of(reseller, 'live', { scopes: SCOPES })
    const ask = (name: string, { origin }: WebProcess) =>
      client.ask({
        method: 'POST',
        path: `/api/v1/tenants/${child.id}/handover`,
        json: { name, email: `${name.toLowerCase()}@initech.example` },
        origin,
      })
    const told = async () => {
      await doPlatformWork()
      const actions = await actionsOf(reseller)
      return actions.filter((action) => /hand(?:ed_)?over/.test(action))
    }
    const dying = await WebProcess.start({ NODE_ENV: 'test', FAULT_POINT: 'handover.begun' })
    await assert.rejects(() => ask('Milton', dying))
    const web = await WebProcess.start({ NODE_ENV: 'test' })
    try {
      assert.equal((await ask('Peter', web)).status, 202)
      const asked = ['tenant.handover_asked', 'tenant.handover_asked']
      assert.deepEqual(await told(), asked)

      assert.equal(await start({ FAULT_POINT: 'handover.settled' }).dies(), 'SIGKILL')
      assert.deepEqual(await told(), asked)
      assert.equal((await ask('Samir', web)).status, 202)
      const withEnd = [...asked, 'tenant.handed_over', 'tenant.handover_asked']
      assert.deepEqual(await told(), withEnd)
      await endLeases()
      await doWork(child, 'handover.end')
      assert.deepEqual(await told(), [...withEnd, 'tenant.handed_over'])
    } finally {
      await web.stop()
    }
  })

  test('at plan.answer_told tells a tenant once which plan it has', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free', hasPassword: true })
    const platform = db.connection('platform')
    const asked = { tenantId: tenant.id, planKey: 'pro', note: null, by: 'usr_x' }
    const { id } = await PlanRequest.ask(asked)
    await platform.transaction((trx) => PlanRequest.grant(id, { by: 'opr_pat', answer: null }, trx))
    assert.equal(await start({ FAULT_POINT: 'plan.answer_delivered' }).dies(), 'SIGKILL')
    await endLeases()
    await doPlatformWork()
    assert.equal(Number((await platformWork())?.left), 0)
    const granted = (await actionsOf(tenant)).filter((action) => action === 'plan.request_granted')
    assert.lengthOf(granted, 1)
    const notices = await inLive(tenant, () => Notice.query().whereLike('kind', 'plan.%'))
    assert.lengthOf(notices, 1)
  })

  test('between the order and its answer finds the tenant again under the same key', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    const client = await ApiClient.of(reseller, 'live', { scopes: SCOPES })
    const slug = newSlug()
    const order = {
      method: 'POST',
      path: '/api/v1/tenants',
      headers: { 'idempotency-key': 'one' },
      json: { name: 'X', slug, plan: 'pro', owner: { name: 'O', email: `o@${slug}.test` } },
    } as const
    const dying = await WebProcess.start({ NODE_ENV: 'test', FAULT_POINT: 'tenants.ordered' })
    await assert.rejects(() => client.ask({ ...order, origin: dying.origin }))
    const [made, ...others] = await Tenant.query().where({ parentId: reseller.id })
    assert.isEmpty(others)
    await inLive(reseller, () =>
      CurrentTenant.batch([{ text: 'update idempotency_keys set claimed_until = now()' }])
    )
    const web = await WebProcess.start({ NODE_ENV: 'test' })
    try {
      const again = await client.ask({ ...order, origin: web.origin })
      assert.equal(again.status, 201, again.text)
      assert.equal(again.body.id, made.id)
    } finally {
      await web.stop()
    }
    assert.lengthOf(await Tenant.query().where({ parentId: reseller.id }), 1)
  })

  test('between a release and its answer answers the same under the same key, and to no other reseller', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    const child = await makeChild(reseller)
    const client = await ApiClient.of(reseller, 'live', { scopes: SCOPES })
    const order = {
      method: 'POST',
      path: `/api/v1/tenants/${child.id}/release`,
      headers: { 'idempotency-key': 'one' },
      json: { confirm: child.slug },
    } as const
    const dying = await WebProcess.start({ NODE_ENV: 'test', FAULT_POINT: 'tenants.released' })
    await assert.rejects(() => client.ask({ ...order, origin: dying.origin }))
    assert.isNull((await child.refresh()).parentId)
    await inLive(reseller, () =>
      CurrentTenant.batch([{ text: 'update idempotency_keys set claimed_until = now()' }])
    )
    const web = await WebProcess.start({ NODE_ENV: 'test' })
    try {
      const other = await ApiClient.of(await makeReseller(), 'live', { scopes: SCOPES })
      assert.equal((await other.ask({ ...order, origin: web.origin })).status, 404)
      const again = await client.ask({ ...order, origin: web.origin })
      assert.equal(again.status, 200, again.text)
      assert.containSubset(again.body, { id: child.id, released: true })
    } finally {
      await web.stop()
    }
  })

  test('between a handover and its answer hands over once under the same key', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    const child = await makeChild(reseller)
    const milton = { name: 'Milton Waddams', email: 'milton@initech.example' }
    const client = await ApiClient.of(reseller, 'live', { scopes: SCOPES })
    const order = {
      method: 'POST',
      path: `/api/v1/tenants/${child.id}/handover`,
      headers: { 'idempotency-key': 'one' },
      json: milton,
    } as const
    const settle = async () => {
      await doPlatformWork()
      await doWork(child, 'handover.end')
      await doPlatformWork()
    }
    const welcomes = () => inLive(child, () => Notice.query().where('kind', 'handover.done'))
    const dying = await WebProcess.start({
      NODE_ENV: 'test',
      FAULT_POINT: 'tenants.handover_asked',
    })
    await assert.rejects(() => client.ask({ ...order, origin: dying.origin }))
    await settle()
    const told = [await actionsOf(reseller), await actionsOf(child)]
    assert.include(told[0], 'tenant.handed_over')
    assert.lengthOf(await welcomes(), 1)
    await inLive(reseller, () =>
      CurrentTenant.batch([{ text: 'update idempotency_keys set claimed_until = now()' }])
    )
    const web = await WebProcess.start({ NODE_ENV: 'test' })
    try {
      const again = await client.ask({ ...order, origin: web.origin })
      assert.equal(again.status, 202, again.text)
      assert.equal(again.body.id, child.id)
      await settle()
      assert.deepEqual([await actionsOf(reseller), await actionsOf(child)], told)
      assert.lengthOf(await welcomes(), 1)
      const other = { ...order, headers: { 'idempotency-key': 'two' }, origin: web.origin }
      assert.equal((await client.ask(other)).status, 202)
      await settle()
      assert.lengthOf(await welcomes(), 2)
    } finally {
      await web.stop()
    }
  })
})
