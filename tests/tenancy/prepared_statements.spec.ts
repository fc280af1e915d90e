import { test } from '@japa/runner'
import type pg from 'pg'
import { newId } from '#app/foundation/identifier'
import { sendBatch } from '#app/tenancy/transactions/batch'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { watchedAndGuarded } from '#app/tenancy/connections/connection_guard'
import { COMMIT, ControlStatement, ROLLBACK } from '#app/tenancy/connections/control_statement'
import type { Statement } from '#app/tenancy/statement'
import { roleName, schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { fanOut } from '#app/webhooks/deliveries/fan_out'
import { makeTenant } from '#tests/factories/tenant_factory'
import { outcomeOf } from '#tests/support/outcome'
import { PgBouncer } from '#tests/support/pgbouncer'
import { asSuperuser } from '#tests/support/superuser'

/** A connection of the tenants' pool, and the names of what it has PostgreSQL parse, in order. */
class Session {
  readonly parsed: (string | undefined)[] = []
  readonly closed: string[] = []

  private constructor(readonly client: pg.Client) {
    const wire = client.connection as unknown as Record<
      'parse' | 'close',
      (message: { name?: string }) => void
    >
    const { parse, close } = wire
    wire.parse = (message) => {
      this.parsed.push(message.name)
      parse.call(wire, message)
    }
    wire.close = (message) => {
      this.closed.push(message.name ?? '')
      close.call(wire, message)
    }
  }

  static async open(client = Cell.named('main').client('app')): Promise<Session> {
    await client.connect()
    const session = new Session(client)
    await new Promise<void>((resolve, reject) =>
      watchedAndGuarded(client, (error) => (error ? reject(error) : resolve()))
    )
    session.parsed.length = 0
    return session
  }

  /** A unit of a tenant that sends each of some bundles. @returns the rows of each statement */
  async unit(tenant: Tenant, ...bundles: Statement[][]): Promise<unknown[]> {
    await this.client.query(preambleOf(tenant) as unknown as string)
    try {
      const rows: unknown[] = []
      for (const bundle of bundles) rows.push(...(await sendBatch(this.client, bundle)))
      await this.client.query(COMMIT as unknown as string)
      return rows
    } catch (error) {
      await this.client.query(ROLLBACK as unknown as string)
      throw error
    }
  }
}

function preambleOf(tenant: Tenant): ControlStatement {
  const role = roleName(tenant.id, 'live')
  const { live, account } = schemaNames(tenant.id)
  return new ControlStatement(
    `BEGIN;SET LOCAL ROLE ${role};SET LOCAL search_path=${live},${account},pg_temp`,
    role
  )
}

const NAME: Statement = { text: 'select name from brand' }
const keyed = (key: string): Statement => ({
  text: 'insert into idempotency_keys (key, fingerprint, claim, claimed_until, created_at) values ($1, $2, $3, now(), now())',
  values: [key, 'x', key],
})

test.group('Prepared statements', (group) => {
  const { database } = Cell.named('main')
  let tenant: Tenant
  let other: Tenant
  let session: Session

  group.setup(async () => {
    tenant = await makeTenant({ name: 'Acme' })
    other = await makeTenant({ name: 'Globex' })
  })
  group.each.setup(async () => {
    session = await Session.open()
    return () => session.client.end()
  })

  test('are parsed once from the second time on that a tenant asks the same', async ({
    assert,
  }) => {
    for (let time = 0; time < 5; time += 1) await session.unit(tenant, [NAME])
    assert.deepEqual(session.parsed, [undefined, 's1'])
  })

  test('have names where knex asks, too', async ({ assert }) => {
    const ask = async () => {
      await session.client.query(preambleOf(tenant) as unknown as string)
      const { rows } = await session.client.query({ text: NAME.text })
      await session.client.query(COMMIT as unknown as string)
      return rows
    }
    for (let time = 0; time < 4; time += 1) assert.deepEqual(await ask(), [{ name: 'Acme' }])
    assert.deepEqual(session.parsed, [undefined, 's1'])
  })

  test('answer each tenant with its own rows, in turns over one connection', async ({ assert }) => {
    for (let time = 0; time < 10; time += 1) {
      assert.deepEqual(await session.unit(tenant, [NAME]), [[{ name: 'Acme' }]])
      assert.deepEqual(await session.unit(other, [NAME]), [[{ name: 'Globex' }]])
    }
    assert.deepEqual(session.parsed, [undefined, undefined, 's1', 's2'])
  })

  test('name the same statement once in a bundle that holds it twice', async ({ assert }) => {
    await session.unit(tenant, [NAME])
    assert.lengthOf(await session.unit(tenant, [NAME, NAME], [NAME]), 3)
    assert.deepEqual(session.parsed, [undefined, 's1'])
  })

  test('can be asked again after a bundle that failed', async ({ assert }) => {
    const [key, twice] = [newId('key'), newId('key')]
    await session.unit(tenant, [NAME, keyed(key)])
    const failed = await outcomeOf(() => session.unit(tenant, [keyed(key), NAME]))
    assert.equal(failed.code, '23505')
    assert.sameMembers(session.closed, ['s1', 's2'])
    const answers = await session.unit(tenant, [NAME, keyed(twice)], [NAME])
    assert.deepEqual(answers, [[{ name: 'Acme' }], [], [{ name: 'Acme' }]])
  })

  test('can be asked again after a value that could not be bound', async ({ assert }) => {
    const text = 'select $1::jsonb as given'
    const ask = async (given: unknown) => {
      await session.client.query(preambleOf(tenant) as unknown as string)
      try {
        return (await session.client.query({ text, values: [given] })).rows
      } finally {
        await session.client.query(ROLLBACK as unknown as string)
      }
    }
    await ask({ n: 1 })
    await assert.rejects(() => ask({ n: 1n }), /BigInt/)
    assert.deepEqual(await ask({ n: 2 }), [{ given: { n: 2 } }])
  })

  test('are none that list no columns, so that a migration spoils no unit under way', async ({
    assert,
  }) => {
    const whole = { text: 'select * from brand' }
    const count = { text: 'select count(*)::int as n from brand' }
    const stored = {
      text: 'update brand set name = name returning *',
    }
    const ask = () => session.unit(tenant, [whole, NAME, count, stored])
    for (let time = 0; time < 8; time += 1) await ask()
    const names = session.parsed.filter((name) => name !== undefined)
    assert.deepEqual(names, ['s1', 's2'])
    const { account } = schemaNames(tenant.id)
    await asSuperuser(database, (admin) =>
      admin.query(`alter table ${account}.brand add added text`)
    )
    try {
      const [[row], named, counted] = (await ask()) as Record<string, unknown>[][]
      assert.property(row, 'added')
      assert.deepEqual(named, [{ name: 'Acme' }])
      assert.deepEqual(counted, [{ n: 1 }])
    } finally {
      await asSuperuser(database, (admin) => admin.query(`alter table ${account}.brand drop added`))
    }
  })

  test('are what makes deliveries of an event, and what leaves work for those who want a mail', async ({
    assert,
  }) => {
    const leaving = () =>
      CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => [
        fanOut(['evt_1']),
        Outbox.insertion(
          [{ kind: 'mail.signed', ref: 'sig_1' }],
          `exists (select from wanted_mails where kind = 'signed')`
        ),
      ])
    for (const statement of leaving())
      for (let time = 0; time < 2; time += 1) await session.unit(tenant, [statement])
    assert.deepEqual(session.parsed, [undefined, 's1', undefined, 's2'])
  })

  test('take `*` for a list of columns only where columns are listed', async ({ assert }) => {
    const isNamed = async (text: string) => {
      const before = session.parsed.length
      for (let time = 0; time < 2; time += 1) await session.unit(tenant, [{ text }])
      return session.parsed.slice(before).some(Boolean)
    }
    const listing = [
      'select brand.* from brand',
      'select b . * from brand b',
      'select (b).* from brand b',
      'select "b".* from brand b',
      'select name, * from brand',
      'select distinct * from brand',
      'select distinct on (name) * from brand',
      'select all * from brand',
      'select\n*\nfrom brand',
    ]
    for (const text of listing) assert.isFalse(await isNamed(text), text)
    const others = [
      `select clock_timestamp() + 2 * interval '1 day' as at`,
      `select (1 + 1) * 2 as four`,
      `select name from brand where array['*', 'x'] && array['*', split_part('a.b', '.', 1) || '.*']`,
      'select count(*)::int as n from brand',
    ]
    for (const text of others) assert.isTrue(await isNamed(text), text)
  })

  test('are none whose best plan depends on what is asked for', async ({ assert }) => {
    const page = { text: 'select key from idempotency_keys\norder by key\nlimit $1', values: [3] }
    for (let time = 0; time < 3; time += 1) await session.unit(tenant, [page])
    assert.deepEqual(session.parsed, [undefined, undefined, undefined])
  })

  test('are 200 at most, and the one that was not asked for longest is closed', async ({
    assert,
  }) => {
    const many = Array.from({ length: 201 }, (_, n) => ({ text: `select ${n} as n from brand` }))
    const inTwo = [many.slice(0, 200), many.slice(200)]
    await session.unit(tenant, ...inTwo)
    await session.unit(tenant, ...inTwo)
    assert.deepEqual(session.closed, ['s1'])
    await session.unit(tenant, many.slice(0, 1))
    assert.deepEqual(session.closed, ['s1', 's2'])
    assert.equal(session.parsed.at(-1), 's202')
  })

  test('are none in a bundle that would close its own', async ({ assert }) => {
    const many = Array.from({ length: 201 }, (_, n) => ({ text: `select ${n} as n from brand` }))
    for (let time = 0; time < 3; time += 1) await session.unit(tenant, many)
    assert.isUndefined(session.parsed.find(Boolean))
    assert.isEmpty(session.closed)
  })

  test('are none through a pooler, where the next statement may meet another session', async ({
    assert,
    cleanup,
  }) => {
    const { default: env } = await import('#start/env')
    const pooler = await PgBouncer.start(env.get('DATABASE_URL'), 1)
    cleanup(() => pooler.stop())
    const pooled = await Session.open(pooler.clientLike(Cell.named('main').client('app')))
    for (let time = 0; time < 3; time += 1) await pooled.unit(tenant, [NAME])
    assert.deepEqual(pooled.parsed, [undefined, undefined, undefined])
    await pooled.client.end()
  })

  test('are none where tenants could read what others have asked over their connection', async ({
    assert,
    cleanup,
  }) => {
    const shown = 'execute on function pg_prepared_statement()'
    await asSuperuser(database, (admin) => admin.query(`grant ${shown} to public`))
    cleanup(async () => {
      await asSuperuser(database, (admin) => admin.query(`revoke ${shown} from public`))
    })
    const open = await Session.open()
    for (let time = 0; time < 3; time += 1) await open.unit(tenant, [NAME])
    assert.deepEqual(open.parsed, [undefined, undefined, undefined])
    await open.client.end()
  })
})
