import { test } from '@japa/runner'
import type pg from 'pg'
import { timeScale } from '#app/foundation/time_scale'
import { Claim } from '#app/queue/relay/claim'
import { Cell } from '#app/tenancy/cell'
import { emptyOutbox } from '#tests/support/outbox_view'
import { until } from '#tests/support/until'

const NOTHING = new Map<string, number>()

test.group('Queue | a process that freezes', (group) => {
  let pool: pg.Pool
  group.setup(emptyOutbox)
  group.each.setup(async () => {
    timeScale.set(0.1)
    pool = Cell.named('main').pool('relay', 2)
    await pool.query(`insert into cell.ticks (name) values ('relay') on conflict do nothing`)
    // both connections are open before the turn begins, which lasts 3 s
    await Promise.all([pool.query('select pg_sleep(0.1)'), pool.query('select pg_sleep(0.1)')])
    return async () => {
      timeScale.set(1)
      await pool.end()
    }
  })

  test('in its turn at the outbox loses it, and can give out nothing when it wakes', async ({
    assert,
  }) => {
    const awake = Promise.withResolvers<void>()
    let hasTurn = false
    const frozen = Claim.poll(pool, NOTHING, async () => {
      hasTurn = true
      await awake.promise
      return []
    }).catch((error: Error) => error)
    await until(() => hasTurn)
    const turn = () => Claim.poll(pool, NOTHING, async () => [])
    assert.isNull(await turn())
    await until(async () => (await turn()) !== null)
    awake.resolve()
    assert.instanceOf(await frozen, Error)
  })

  test('in a transaction of the platform, a tenant or the relay lets go of what it has locked', async ({
    assert,
  }) => {
    const longest = (login: 'platform' | 'app' | 'relay') =>
      Cell.named('main').as(login, async (client) => {
        const { rows } = await client.query('show idle_in_transaction_session_timeout')
        return Object.values(rows[0])[0]
      })
    assert.equal(await longest('app'), '30s')
    assert.equal(await longest('platform'), '1min')
    assert.equal(await longest('relay'), '1min')
  })
})
