import type pg from 'pg'
import { test } from '@japa/runner'
import { Claim } from '#app/queue/relay/claim'
import { Cell } from '#app/tenancy/cell'
import { HELD_UNTIL } from '#app/tenancy/outbox/due'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { emptyOutbox } from '#tests/support/outbox_view'
import { asSuperuser } from '#tests/support/superuser'

const NOTHING = new Map<string, number>()
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** In seconds from now, by the clock that was set back by an hour. */
interface Left {
  ref: string
  kind?: string
  created?: number
  due?: number
  tries?: number
  lease?: number
}

const LEFT: Left[] = [
  { ref: 'at once', created: HOUR, due: HOUR },
  { ref: 'soon', created: HOUR, due: HOUR + MINUTE },
  { ref: 'again', created: -DAY, due: HOUR + 8 * MINUTE, tries: 4 },
  { ref: 'in hand', created: HOUR, due: HOUR, lease: HOUR + MINUTE },
  { ref: 'at its date', created: -DAY, due: HOUR / 2 },
  { ref: 'another day', created: HOUR, due: 3 * DAY },
  { ref: 'its second date', kind: 'keys.end', created: -DAY, due: 6 * DAY, tries: 1 },
]

test.group("Queue | PostgreSQL's clock that was set back", (group) => {
  let pool: pg.Pool
  group.each.setup(async () => {
    await emptyOutbox()
    pool = Cell.named('main').pool('relay', 1)
    await pool.query(`insert into cell.ticks (name) values ('relay') on conflict do nothing`)
    return async () => {
      await pool.query(`delete from cell.ticks where name like 'test hour%'`)
      await emptyOutbox()
      await pool.end()
    }
  })

  const leave = (
    table: string,
    { ref, kind = 'test.clock', created = 0, due = 0, tries = 0, lease }: Left
  ) =>
    asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query(
        `insert into ${table} (kind, ref, created_at, due_at, tries, lease_until)
         values ($6, $1, now() + $2 * interval '1 second', now() + $3 * interval '1 second', $4, now() + $5 * interval '1 second')`,
        [ref, created, due, tries, lease ?? null, kind]
      )
    )

  /** In how many minutes each is due, or its lease ends. */
  const waits = async (table: string) => {
    const { rows } = await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query<{ ref: string; minutes: number }>(
        `select ref, round(extract(epoch from coalesce(lease_until, due_at) - now()) / 60)::float8 as minutes
           from ${table} where kind in ('test.clock', 'keys.end')`
      )
    )
    return Object.fromEntries(rows.map(({ ref, minutes }) => [ref, minutes]))
  }

  /** Scheduled jobs that were done by the clock as it was; one is under way. */
  const tick = () =>
    pool.query(`insert into cell.ticks (name, done_at, due_at, lease_until) values
      ('test hour', now() + interval '1 hour', now() + interval '70 minutes', null),
      ('test hour under way', now() + interval '1 hour', now() + interval '1 hour', now() + interval '61 minutes')`)

  const backMs = async () => {
    let read = 0
    await Claim.poll(pool, NOTHING, async ({ reading }) => {
      read = reading.backMs
      return []
    })
    return read
  }

  test('is noticed by what was done by the clock as it was, and followed once', async ({
    assert,
  }) => {
    assert.isBelow(await backMs(), 2_000)
    await tick()
    assert.approximately(await backMs(), HOUR * 1_000, MINUTE * 1_000)
    await Claim.poll(pool, NOTHING, async (claim) => {
      await claim.followBack()
      return []
    })
    assert.isBelow(await backMs(), 2_000)
    const { rows } = await pool.query(
      `select round(extract(epoch from due_at - now()) / 60)::int as due, round(extract(epoch from lease_until - now()) / 60)::int as lease
         from cell.ticks where name like 'test hour%' order by name`
    )
    assert.deepEqual(rows, [
      { due: 10, lease: null },
      { due: 0, lease: 1 },
    ])
  })

  test('lets no work wait for the hour, keeps what is left of waits and leases, and moves no date', async ({
    assert,
  }) => {
    await tick()
    for (const left of LEFT) await leave('cell.outbox', left)
    await leave('cell.outbox', { ref: 'held', created: -DAY, tries: 3 })
    await pool.query(`update cell.outbox set due_at = $1 where ref = 'held'`, [HELD_UNTIL])
    await Claim.poll(pool, NOTHING, async (claim) => {
      await claim.followBack()
      return []
    })
    const { held, ...others } = await waits('cell.outbox')
    assert.deepEqual(others, {
      'at once': 0,
      'soon': 1,
      'again': 8,
      'in hand': 1,
      'at its date': 30,
      'another day': 3 * 24 * 60,
      'its second date': 6 * 24 * 60,
    })
    assert.isAbove(held, 1e9)
  })

  test('does the same to the work of the platform', async ({ assert, cleanup }) => {
    cleanup(async () => {
      await asSuperuser(Cell.named('main').database, (superuser) =>
        superuser.query(`delete from platform.outbox where kind in ('test.clock', 'keys.end')`)
      )
    })
    for (const left of LEFT) await leave('platform.outbox', left)
    await leave('platform.outbox', { ref: 'held', created: -DAY, tries: 3 })
    await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query(`update platform.outbox set due_at = $1 where ref = 'held'`, [HELD_UNTIL])
    )
    const { held: before } = await waits('platform.outbox')
    await PlatformOutbox.followBack(HOUR * 1_000)
    const { held, ...others } = await waits('platform.outbox')
    assert.closeTo(held, before, 1)
    assert.deepEqual(others, {
      'at once': 0,
      'soon': 1,
      'again': 8,
      'in hand': 2,
      'at its date': 30,
      'another day': 3 * 24 * 60,
      'its second date': 6 * 24 * 60,
    })
  })
})
