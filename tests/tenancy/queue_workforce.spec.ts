import { test } from '@japa/runner'
import type pg from 'pg'
import { queueShapes } from '#app/queue/queues'
import { Shift } from '#app/queue/shift'
import { WorkTable, type Handler } from '#app/queue/work_table'
import { Workforce } from '#app/queue/relay/workforce'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inventedKind } from '#tests/support/invented_kind'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { until } from '#tests/support/until'

const SLOTS = 8
const KIND = inventedKind('test.shared')

test.group('Queue | several workers', (group) => {
  let pool: pg.Pool
  let handle: Handler

  group.setup(() => {
    pool = Cell.named('main').pool('relay', 2)
    const asRegistered: Handler = (task) => handle(task)
    WorkTable.use({
      [KIND]: { queue: 'webhooks', handle: async () => ({ default: asRegistered }) },
    })
    return () => pool.end()
  })
  group.each.setup(async () => {
    await emptyOutbox()
    await pool.query('delete from cell.workers')
  })

  const mails = async (workforce: Workforce) => {
    const shapes = await workforce.shapes()
    const { slots, tenantCap, laneCap } = shapes.find(({ name }) => name === 'mail')!
    return { slots, tenantCap, laneCap }
  }
  const OF_ONE = { slots: 10, tenantCap: 10, laneCap: 10 }
  const OF_TWO = { slots: 20, tenantCap: 20, laneCap: 20 }
  const worker = () => new Workforce(pool, queueShapes())

  test('add up what one tenant may have in hand until one leaves, or gives no sign of life for a while', async ({
    assert,
  }) => {
    const leaving = worker()
    assert.deepEqual(await mails(leaving), OF_ONE)
    assert.deepEqual(await mails(worker()), OF_TWO)
    await leaving.leave()
    assert.deepEqual(await mails(worker()), OF_TWO)
    await pool.query(`update cell.workers set seen_at = now() - interval '1 minute'`)
    assert.deepEqual(await mails(worker()), OF_ONE)
    assert.equal((await pool.query('select from cell.workers')).rowCount, 1)
  })

  test('do twice as much for one tenant as one does', async ({ assert, cleanup }) => {
    const tenant: Tenant = await makeTenant()
    let running = 0
    let atOnce = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    handle = async (task) => {
      running += 1
      atOnce = Math.max(atOnce, running)
      await released
      running -= 1
      await unit(() => Outbox.finish(task))
    }
    const lanes = Array.from({ length: SLOTS }, (_, index) => `lane-${index}`)
    const [{ tenantCap }] = queueShapes(SLOTS)
    const shifts = [new Shift(SLOTS), new Shift(SLOTS)]
    const end = async () => {
      release()
      await Promise.all(shifts.splice(0).map((shift) => shift.end()))
    }
    cleanup(end)
    for (const shift of shifts) await shift.begin()
    await until(async () => (await pool.query('select from cell.workers')).rowCount === 2)
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
      unit(async () => Outbox.append(...lanes.map((lane) => ({ kind: KIND, ref: lane, lane }))))
    )
    await until(() => running === 2 * tenantCap)
    release()
    await until(async () => (await outboxRows()).every(({ kind }) => kind !== KIND))
    assert.equal(atOnce, 2 * tenantCap)
    await end()
    assert.equal((await pool.query('select from cell.workers')).rowCount, 0)
  })
})
