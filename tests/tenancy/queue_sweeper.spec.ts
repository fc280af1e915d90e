import type pg from 'pg'
import { test } from '@japa/runner'
import { Claim, type Leased } from '#app/queue/relay/claim'
import { JobQueues } from '#app/queue/jobs/job_queues'
import { Leases } from '#app/queue/relay/leases'
import { queueShapes } from '#app/queue/queues'
import { Sweeper } from '#app/queue/relay/sweeper'
import { WorkTable } from '#app/queue/work_table'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inventedKind } from '#tests/support/invented_kind'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { until } from '#tests/support/until'

const KIND = inventedKind('test.swept')

test.group('Queue | sweeper', (group) => {
  let pool: pg.Pool
  let queues: JobQueues
  let sweeper: Sweeper

  group.setup(() =>
    WorkTable.use({
      [KIND]: {
        queue: 'timers',
        handle: async () => ({ default: (task: Task) => Outbox.finish(task) }),
      },
    })
  )
  group.each.setup(async () => {
    await emptyOutbox()
    pool = Cell.named('main').pool('relay', 2)
    let isReady = false
    queues = new JobQueues(() => (isReady = true))
    sweeper = new Sweeper(new Leases(pool), queues, queueShapes())
    await until(() => isReady)
    return async () => {
      await queues.close()
      await pool.end()
    }
  })

  /** Work that was given out so many seconds ago, under a lease of a minute. */
  const givenOut = async (secondsAgo: number): Promise<Leased> => {
    const { ref: tenant } = await makeTenant()
    await CurrentTenant.run({ tenant, environment: 'live' }, () =>
      unit(async () => Outbox.append({ kind: KIND, ref: 'x' }))
    )
    const { rows } = await pool.query<Leased>(
      `update cell.outbox set fence = 1, bundle = id, lease_until = now() + (60 - $1) * interval '1 second' returning *`,
      [secondsAgo]
    )
    return rows[0]
  }
  const isWaiting = async () => (await outboxRows())[0].lease_until === null

  test('brings back work whose lease has run out', async ({ assert }) => {
    await givenOut(61)
    assert.equal(await sweeper.sweep(), 1)
    assert.isTrue(await isWaiting())
  })

  test('brings back work whose lease has run out while Redis is away, and no other', async ({
    assert,
  }) => {
    const leases = new Leases(pool)
    await givenOut(59)
    assert.equal(await leases.takeBackExpired(), 0)
    assert.isFalse(await isWaiting())
    await pool.query(`update cell.outbox set lease_until = lease_until - interval '2 seconds'`)
    assert.equal(await leases.takeBackExpired(), 1)
    assert.isTrue(await isWaiting())
  })

  test('is followed by a longer lease, up to four times the first, for work that says nothing before it runs out', async ({
    assert,
  }) => {
    await givenOut(61)
    const next = async () => {
      await new Leases(pool).takeBackExpired()
      await Claim.poll(pool, new Map([[KIND, 1]]), async ({ due }) =>
        due.map((work) => ({ ...work, leaseMs: 60_000, bundle: work.id }))
      )
      const { rows } = await pool.query<{ minutes: number }>(
        `with leases as (select id, round(extract(epoch from lease_until - now()) / 60)::int as minutes from cell.outbox)
         update cell.outbox as work set lease_until = now() - interval '1 second'
           from leases where leases.id = work.id returning minutes`
      )
      return rows[0].minutes
    }
    const leases = []
    for (let count = 0; count < 5; count++) leases.push(await next())
    assert.deepEqual(leases, [2, 3, 4, 4, 4])
    await pool.query('update cell.outbox set tries = fence')
    assert.equal(await next(), 1)
  })

  test('leaves alone what nobody was given, until its time', async ({ assert }) => {
    await givenOut(45)
    await pool.query('update cell.outbox set bundle = null')
    assert.equal(await sweeper.sweep(), 0)
    assert.isFalse(await isWaiting())
    await pool.query(`update cell.outbox set lease_until = lease_until - interval '15 seconds'`)
    assert.equal(await sweeper.sweep(), 1)
  })

  test('takes nothing back from who was given the work since', async ({ assert }) => {
    const { id, fence } = await givenOut(30)
    const leases = new Leases(pool)
    await pool.query('update cell.outbox set fence = fence + 1')
    assert.equal(await leases.giveBack([{ id, fence }]), 0)
    assert.isFalse(await isWaiting())
    assert.equal(await leases.giveBack([{ id, fence: fence + 1 }]), 1)
    assert.isTrue(await isWaiting())
  })

  test('brings back work of which Redis knows nothing', async ({ assert }) => {
    await givenOut(30)
    assert.equal(await sweeper.sweep(), 1)
    assert.isTrue(await isWaiting())
  })

  test('leaves work alone that may be on its way to Redis', async ({ assert }) => {
    await givenOut(1)
    assert.equal(await sweeper.sweep(), 0)
    assert.isFalse(await isWaiting())
  })

  test('leaves work alone whose job waits in Redis', async ({ assert }) => {
    const work = await givenOut(30)
    await queues.hand('timers', 'main', [work])
    assert.equal(await sweeper.sweep(), 0)
    assert.isFalse(await isWaiting())
  })
})
