import type pg from 'pg'
import { test } from '@japa/runner'
import { Claim } from '#app/queue/relay/claim'
import { Cell } from '#app/tenancy/cell'
import { emptyOutbox } from '#tests/support/outbox_view'
import { PgBouncer } from '#tests/support/pgbouncer'
import { asSuperuser } from '#tests/support/superuser'

const KIND = 'test.statements'

/** A pool of one connection, which tells the names of what it has PostgreSQL parse. */
function poolOf(client: pg.Client): { pool: pg.Pool; parsed: (string | undefined)[] } {
  const parsed: (string | undefined)[] = []
  const wire = client.connection as unknown as { parse(message: { name?: string }): void }
  const { parse } = wire
  wire.parse = (message) => {
    parsed.push(message.name || undefined)
    parse.call(wire, message)
  }
  const connect = async () => Object.assign(client, { release: () => {} })
  return { pool: { connect } as unknown as pg.Pool, parsed }
}

test.group('Queue | the statements of a turn', (group) => {
  const main = Cell.named('main')

  group.each.setup(async () => {
    await emptyOutbox()
    const setup = main.pool('relay', 1)
    await setup.query(`insert into cell.ticks (name) values ('relay') on conflict do nothing`)
    await setup.end()
    return emptyOutbox
  })

  /** One piece of work comes, and is leased. */
  const turn = async (pool: pg.Pool) => {
    await asSuperuser(main.database, (superuser) =>
      superuser.query(`insert into cell.outbox (kind, ref) values ('${KIND}', 'x')`)
    )
    return Claim.poll(pool, new Map([[KIND, 2]]), async ({ due }) =>
      due.map((work) => ({ ...work, leaseMs: 60_000, bundle: work.id }))
    )
  }

  test('are parsed once over a connection', async ({ assert, cleanup }) => {
    const client = main.client('relay')
    await client.connect()
    cleanup(() => client.end())
    const { pool, parsed } = poolOf(client)
    for (let time = 0; time < 4; time += 1) assert.lengthOf((await turn(pool)) ?? [], 1)
    assert.sameMembers(parsed.filter(Boolean), ['turn', 'due', 'busy', 'lease'])
  })

  test('have no names through a pooler, where the next may meet another session', async ({
    assert,
    cleanup,
  }) => {
    const { default: env } = await import('#start/env')
    const pooler = await PgBouncer.start(env.get('DATABASE_URL'), 1)
    cleanup(() => pooler.stop())
    const client = pooler.clientLike(main.client('relay'))
    await client.connect()
    cleanup(() => client.end())
    const { pool, parsed } = poolOf(client)
    for (let time = 0; time < 3; time += 1) assert.lengthOf((await turn(pool)) ?? [], 1)
    assert.isEmpty(parsed.filter(Boolean))
  })
})
