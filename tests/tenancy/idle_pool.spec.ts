import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import type pg from 'pg'
import { loginSecrets } from '#config/cells'
import { loginUrl } from '#app/tenancy/connections/login'
import env from '#start/env'
import { Cell } from '#app/tenancy/cell'
import { IdlePool } from '#app/tenancy/connections/idle_pool'
import { outcomeOf } from '#tests/support/outcome'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

/** A message of PostgreSQL’s protocol: its kind, its length, its body. */
function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(kind), length, body])
}
const LET_IN = message('R', Buffer.alloc(4))
const READY = message('Z', Buffer.from('I'))
const ENDED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))

test.group('Idle pool', (group) => {
  const url = loginUrl(env.get('DATABASE_URL'), 'migrator', loginSecrets)
  let pool: IdlePool
  group.each.setup(() => void (pool = new IdlePool()))

  const idOf = async (client: pg.Client): Promise<number> =>
    (await client.query('select pg_backend_pid() as id')).rows[0].id
  const next = () => pool.lend(url, idOf)
  /** As told by ours, for behind a pooler two connections may share a session of the server. */
  const itself = async (client: pg.Client) => client

  test('are lent again, to one after the other', async ({ assert }) => {
    const first = await next()
    assert.equal(await next(), first)
  })

  test('are lent to nobody else meanwhile', async ({ assert }) => {
    const isLentTwice = await pool.lend(
      url,
      async (client) => client === (await pool.lend(url, itself))
    )
    assert.isFalse(isLentTwice)
  })

  test('are not lent again when what they were used for failed', async ({ assert }) => {
    const first = await pool.lend(url, itself)
    await outcomeOf(() => pool.lend(url, (client) => client.query('select nothing')))
    assert.isFalse((await pool.lend(url, itself)) === first)
  })

  test('are not lent again within somebody’s transaction', async ({ assert }) => {
    const first = await pool.lend(url, async (client) => {
      await client.query('begin')
      return idOf(client)
    })
    assert.notEqual(await next(), first)
  })

  test('end with what held a lock until their work was done', async ({ assert }) => {
    const taken = (client: pg.Client) =>
      client.query('begin').then(() => client.query('select pg_try_advisory_xact_lock(7) as got'))
    for (const turn of [1, 2, 3]) {
      const { rows } = await pool.lend(url, taken)
      assert.isTrue(rows[0].got, `turn ${turn}`)
    }
  })

  test('are replaced when they broke while they waited', async ({ assert }) => {
    const first = await next()
    await asSuperuser(Cell.named('main').database, async (superuser) => {
      const isThere = async () =>
        (await superuser.query('select from pg_stat_activity where pid = $1', [first])).rowCount
      await superuser.query('select pg_terminate_backend($1)', [first])
      await until(async () => (await isThere()) === 0)
    })
    await until(async () => (await outcomeOf(next)).answer !== undefined)
    assert.notEqual(await next(), first)
  })

  test('end no process when the server takes them back as it gives them', async ({
    assert,
    cleanup,
  }) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(Buffer.concat([LET_IN, READY, ENDED])))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanup(() => void server.close())
    const { port } = server.address() as AddressInfo
    const lent = () =>
      pool.lend(`postgres://u:p@127.0.0.1:${port}/d`, (client) => client.query('select 1'))
    await assert.rejects(lent, /not queryable|terminating connection/)
  })
})
