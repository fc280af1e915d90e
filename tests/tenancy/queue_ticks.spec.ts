import type pg from 'pg'
import { test } from '@japa/runner'
import { Ticks } from '#app/queue/ticks'
import { Cell } from '#app/tenancy/cell'
import { until } from '#tests/support/until'

const EVERY_MS = 20
let names = 0

test.group('Queue | ticks', (group) => {
  const cell = Cell.named('main')
  let pool: pg.Pool
  let started: Ticks[] = []

  group.each.setup(() => {
    pool = cell.pool('relay', 4)
    return async () => {
      await Promise.all(started.map((ticks) => ticks.stop()))
      started = []
      await pool.end()
    }
  })

  const start = async (name: string, run: () => Promise<unknown>) => {
    const ticks = new Ticks(cell, pool, [{ name, everyMs: EVERY_MS, run }])
    started.push(ticks)
    await ticks.start()
  }
  const newName = () => `test tick ${process.pid} ${++names}`

  test('are done by one process at a time, whoever comes first', async ({ assert }) => {
    const name = newName()
    let running = 0
    let together = 0
    let done = 0
    const run = async () => {
      together = Math.max(together, ++running)
      await new Promise((finished) => setTimeout(finished, 2 * EVERY_MS))
      running--
      done++
    }
    for (let processes = 0; processes < 3; processes++) await start(name, run)
    await until(() => done >= 4)
    assert.equal(together, 1)
  })

  test('go on after one has failed, once its lease has ended', async () => {
    const name = newName()
    let tries = 0
    await start(name, async () => {
      if (++tries === 1) throw new Error('no')
    })
    await until(() => tries === 1)
    await pool.query(`update cell.ticks set lease_until = now() where name = $1`, [name])
    await until(() => tries > 2)
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
