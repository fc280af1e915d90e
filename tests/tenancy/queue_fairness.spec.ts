import { test } from '@japa/runner'
import { record as recordEvent } from '#app/events/record'
import { timeScale } from '#app/foundation/time_scale'
import { Allotment, oneMoreThan } from '#app/queue/relay/allotment'
import { Claim } from '#app/queue/relay/claim'
import { queueShapes, shapesOf, type QueueName, type QueueShape } from '#app/queue/queues'
import { Shift } from '#app/queue/shift'
import { WorkTable, type Handler } from '#app/queue/work_table'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type Tenant from '#app/tenants/tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inventedKind } from '#tests/support/invented_kind'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { Receiver } from '#tests/support/receiver'
import { until } from '#tests/support/until'

const KIND = inventedKind('test.flood')
const MANY = inventedKind('test.many')
const FEW = inventedKind('test.few')
const FLOOD = 10_000
const THOUSANDS = 3_000
const SLOTS = 8

test.group('Queue | fairness', (group) => {
  let flooding: Tenant
  let other: Tenant
  let handle: Handler

  group.setup(async () => {
    flooding = await makeTenant({ name: 'Flood' })
    other = await makeTenant({ name: 'Other' })
    const asRegistered: Handler = (task) => handle(task)
    WorkTable.use({
      [KIND]: { queue: 'webhooks', handle: async () => ({ default: asRegistered }) },
      [MANY]: { queue: 'seal', handle: async () => ({ default: asRegistered }) },
      [FEW]: { queue: 'seal', handle: async () => ({ default: asRegistered }), share: 1 / 2 },
    })
  })
  group.each.setup(emptyOutbox)
  group.each.teardown(() => timeScale.set(1))

  const leave = (tenant: Tenant, lanes: string[], kind = KIND) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
      unit(async () => Outbox.append(...lanes.map((lane) => ({ kind, ref: lane, lane }))))
    )
  const within = <T>(tenant: Tenant, work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const subscribe = async (tenant: Tenant, { url }: Receiver) =>
    (await within(tenant, () => Endpoint.register({ url }))).endpoint
  const record = (tenant: Tenant, count: number) =>
    within(tenant, () =>
      unit(async () => {
        for (let index = 0; index < count; index++)
          recordEvent({ name: 'document.signed', ref: 'doc', data: { index } })
      })
    )
  const times = (count: number, lane: string) => Array<string>(count).fill(lane)

  /** What one look of the relay gives out, by tenant and lane. */
  const look = async (allotment: Allotment, room: number, queue: QueueName = 'webhooks') => {
    const pool = Cell.named('main').pool('relay', 1)
    const shape = shapesOf(() => SLOTS).find(({ name }) => name === queue)!
    try {
      await pool.query(`insert into cell.ticks (name) values ('relay') on conflict do nothing`)
      const places = new Map<QueueShape, number>([[shape, room]])
      const choose = (claim: Claim) => allotment.choose(claim, places)
      const leased = await Claim.poll(pool, oneMoreThan(places), choose)
      return leased!.map(({ lane }) => lane)
    } finally {
      await pool.end()
    }
  }

  test('gives the one job of a tenant its turn at the next look, behind 10,000 of another', async ({
    assert,
  }) => {
    await leave(flooding, times(FLOOD, 'flood'))
    const allotment = new Allotment()
    assert.deepEqual(await look(allotment, SLOTS), ['flood', 'flood'])
    await leave(other, ['one'])
    assert.deepEqual(await look(allotment, SLOTS), ['one'])
  })

  test('visits more lanes than there is room for in turn, and leaves none out', async ({
    assert,
  }) => {
    const lanes = Array.from({ length: 12 }, (_, index) => `lane${String(index).padStart(2, '0')}`)
    const tenants = await Promise.all(lanes.map(() => makeTenant()))
    for (const [index, tenant] of tenants.entries()) await leave(tenant, times(20, lanes[index]))
    const allotment = new Allotment()
    const served: string[] = []
    for (let looks = 0; looks < 6; looks++) served.push(...(await look(allotment, 2)))
    assert.sameMembers(served, lanes)
  })

  test('gives work of another kind its turn at the next look, behind thousands of the first of many tenants', async ({
    assert,
  }) => {
    const tenants = await Promise.all(Array.from({ length: 3 }, () => makeTenant()))
    for (const tenant of [flooding, ...tenants])
      await leave(tenant, times(THOUSANDS / 10, 'many'), MANY)
    const allotment = new Allotment()
    assert.deepEqual(await look(allotment, 2, 'seal'), ['many', 'many'])
    await leave(flooding, ['few'], FEW)
    await leave(other, ['few'], FEW)
    assert.deepEqual(await look(allotment, 2, 'seal'), ['few', 'few'])
  })

  test('leaves half of the slots to others when work that waits for strangers is all there is', async ({
    assert,
  }) => {
    await leave(flooding, times(20, 'few'), FEW)
    const allotment = new Allotment()
    assert.lengthOf(await look(allotment, SLOTS, 'seal'), SLOTS / 2)
    await leave(other, times(20, 'many'), MANY)
    assert.deepEqual(await look(allotment, SLOTS / 2, 'seal'), times(SLOTS / 2, 'many'))
  })

  test('gives the room of a kind to others while that of a tenant which moves, or comes, is held', async ({
    assert,
  }) => {
    const hold = (end: string) =>
      Cell.named('main').as('relay', (client) =>
        client.query(
          `update cell.outbox set lease_until = ${end} where lease_until is null and kind = $1`,
          [FEW]
        )
      )
    await leave(flooding, times(SLOTS, 'moves'), FEW)
    await hold(`'infinity'`)
    await leave(flooding, times(SLOTS, 'comes'), FEW)
    await hold(`now() + interval '1 hour'`)
    await leave(other, ['one'], FEW)
    assert.deepEqual(await look(new Allotment(), SLOTS, 'seal'), ['one'])
  })

  test('serves a tenant among the first while another’s 10,000 wait', async ({ assert }) => {
    const order: string[] = []
    handle = async (task) => {
      order.push(task.lane)
      await Outbox.finish(task)
    }
    await leave(flooding, times(FLOOD, 'flood'))
    const shift = new Shift(SLOTS)
    await shift.begin()
    await until(() => order.length > 50)
    const before = order.length
    await leave(other, ['one'])
    await until(() => order.includes('one'))
    await shift.end()
    assert.isBelow(order.indexOf('one') - before, 10 * SLOTS)
    assert.isAbove((await outboxRows()).length, FLOOD / 2)
  })

  test('leaves room for others while a tenant’s receivers hang', async ({ assert }) => {
    const hanging: (() => void)[] = []
    const done: string[] = []
    handle = async (task) => {
      if (task.lane.startsWith('hang')) await new Promise<void>((release) => hanging.push(release))
      done.push(task.lane)
      await Outbox.finish(task)
    }
    await leave(
      flooding,
      ['a', 'b', 'c', 'd'].flatMap((name) => times(50, `hang ${name}`))
    )
    const shift = new Shift(SLOTS)
    await shift.begin()
    await until(() => hanging.length === 2)
    await leave(other, times(20, 'quick'))
    await until(() => done.length === 20)
    assert.deepEqual(new Set(done), new Set(['quick']))
    assert.lengthOf(hanging, 2)
    await emptyOutbox()
    for (const release of hanging) release()
    await shift.end()
  })

  test('delivers the one event of a tenant while the receiver of another holds all it may, and thousands wait behind', async ({
    assert,
    cleanup,
  }) => {
    const hanging = await Receiver.open()
    const quick = await Receiver.open()
    hanging.answers(() => null)
    cleanup(() => Promise.all([hanging.close(), quick.close()]).then(() => {}))
    const { id: flooded } = await subscribe(flooding, hanging)
    await subscribe(other, quick)
    const [{ laneCap }] = queueShapes(SLOTS)
    await record(flooding, THOUSANDS)
    const shift = new Shift(SLOTS)
    await shift.begin()
    await hanging.receives(laneCap)
    await record(other, 1)
    await quick.receives(1)
    assert.lengthOf(hanging.calls, laneCap)
    const waiting = await outboxRows()
    assert.lengthOf(
      waiting.filter(({ lane }) => lane === flooded),
      THOUSANDS
    )
    await emptyOutbox()
    hanging.release({ status: 200 })
    await shift.end()
  })
})
