import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { test } from '@japa/runner'
import { timeScale } from '#app/foundation/time_scale'
import { OverdueJobs } from '#app/queue/scheduler/overdue_jobs'
import { Scheduler } from '#app/queue/scheduler/scheduler'
import { Cell } from '#app/tenancy/cell'
import { until } from '#tests/support/until'

/** Looks, leases and pauses are so much shorter. */
const SCALE = 0.02
const SECOND = 1_000
const MINUTE = 60 * SECOND
let names = 0

test.group('Queue | scheduler', (group) => {
  const cell = Cell.named('main')
  let pool: pg.Pool
  let started: Scheduler[] = []

  group.each.setup(() => {
    timeScale.set(SCALE)
    pool = cell.pool('relay', 4)
    return async () => {
      timeScale.set(1)
      await Promise.all(started.map((scheduler) => scheduler.stop()))
      started = []
      await pool.end()
    }
  })

  const start = async (
    name: string,
    run: () => Promise<unknown>,
    everyMs = SECOND,
    isLong = false
  ) => {
    const scheduler = new Scheduler(cell, pool, [{ name, everyMs, isLong, run }])
    started.push(scheduler)
    await scheduler.prepare()
    scheduler.start()
    return scheduler
  }
  const newName = () => `test job ${process.pid} ${++names}`

  test('run in one process at a time, whichever comes first', async ({ assert }) => {
    const name = newName()
    let running = 0
    let atOnce = 0
    let done = 0
    const run = async () => {
      atOnce = Math.max(atOnce, ++running)
      await pause(2 * timeScale.of(SECOND))
      running--
      done++
    }
    for (let processes = 0; processes < 3; processes++) await start(name, run)
    await until(() => done >= 4)
    assert.equal(atOnce, 1)
  })

  test('are done by one process at a time when they take longer than a lease', async ({
    assert,
  }) => {
    const name = newName()
    let begun = 0
    const run = async () => {
      begun++
      await pause(2 * timeScale.of(MINUTE))
    }
    for (let processes = 0; processes < 2; processes++) await start(name, run, MINUTE)
    await until(() => begun > 0)
    await pause(1.5 * timeScale.of(MINUTE))
    assert.equal(begun, 1)
  })

  test('that are due wait for no period of a process that has just started', async ({ assert }) => {
    const name = newName()
    let done = 0
    for (let restarts = 1; restarts <= 2; restarts++) {
      const scheduler = await start(name, async () => done++, 1_000 * MINUTE)
      await until(() => done === restarts)
      await scheduler.stop()
      await pool.query(`update cell.ticks set due_at = now() where name = $1`, [name])
    }
    await pool.query(`update cell.ticks set due_at = now() + interval '1 hour' where name = $1`, [
      name,
    ])
    await start(name, async () => done++, 1_000 * MINUTE)
    await pause(4 * timeScale.of(SECOND))
    assert.equal(done, 2)
  })

  test('that fail are tried again within seconds, whatever their period', async ({ assert }) => {
    const name = newName()
    let tries = 0
    const run = async () => {
      if (++tries < 3) throw new Error('no')
    }
    await start(name, run, 1_000 * MINUTE)
    await until(() => tries === 3)
    assert.isEmpty(await OverdueJobs.in(pool, [{ name, everyMs: 1_000 * MINUTE }]))
  })

  test('that fail again and again are overdue', async ({ assert }) => {
    const name = newName()
    await start(name, async () => Promise.reject(new Error('no')))
    const overdue = () => OverdueJobs.in(pool, [{ name, everyMs: SECOND }])
    assert.isEmpty(await overdue())
    await until(async () => (await overdue()).length > 0)
    assert.containsSubset(await overdue(), [{ name }])
  })

  test('that go on for hours are not overdue if they may, and as long as they go on', async ({
    assert,
    cleanup,
  }) => {
    const [long, short] = [newName(), newName()]
    let end = () => {}
    const isOver = new Promise<void>((resolve) => (end = resolve))
    cleanup(() => end())
    await start(long, () => isOver, SECOND, true)
    await start(short, () => isOver)
    const overdue = async (name: string) =>
      (await OverdueJobs.in(pool, [{ name, everyMs: SECOND }])).length > 0
    await until(() => overdue(short))
    assert.isFalse(await overdue(long))
    end()
    await Promise.all(started.map((scheduler) => scheduler.stop()))
    await until(() => overdue(long))
  })

  test('are taken over from a process that died in the middle', async () => {
    const name = newName()
    await pool.query(
      `insert into cell.ticks (name, holder, lease_until) values ($1, 'dead', now() + interval '50 ms')`,
      [name]
    )
    let done = 0
    await start(name, async () => done++)
    await until(() => done > 0)
  })
})
