import { test } from '@japa/runner'
import type pg from 'pg'
import { StartRefused } from '#app/foundation/processes/start_refused'
import { IsolationGuard } from '#app/tenancy/isolation_checks/isolation_guard'
import { Battlefield, SECRET } from '#tests/support/battlefield'
import { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import { outcomeOf, type Outcome } from '#tests/support/outcome'

/** A gap in the isolation, and what an attacker can then do. */
interface Gap {
  check: string
  gap: string
  remove: string
  /** Left out where preparing the cell again mends it. */
  mend?: string
  attack: (field: Battlefield) => Promise<Outcome>
  succeeds: (outcome: Outcome) => boolean
}

const LOCKS = `pg_advisory_lock(bigint), pg_try_advisory_lock(bigint)`
const answered = ({ code }: Outcome) => code === undefined
const told = ({ answer }: Outcome) => answer?.includes(SECRET) ?? false
const counted = ({ answer }: Outcome) => /[1-9]/.test(answer ?? '')

/** One statement in the attacker's unit. */
const injected = (statement: string) => (field: Battlefield) =>
  outcomeOf(() => field.unguarded('live', field.fill(statement)))

/** Statements on a connection of the login that is in nobody's unit. */
const adrift =
  (...statements: string[]) =>
  (field: Battlefield) =>
    outcomeOf(() => field.cell.as('app', (client) => inOneTransaction(client, field, statements)))

async function inOneTransaction(client: pg.Client, field: Battlefield, statements: string[]) {
  let rows: unknown[] = []
  await client.query('begin')
  for (const statement of statements) ({ rows } = await client.query(field.fill(statement)))
  await client.query('rollback')
  return rows
}

const THEIR_EVENTS = 'select body from {them}.events'

const GAPS: readonly Gap[] = [
  {
    check: 'set_config',
    gap: 'anybody may call set_config()',
    remove: 'grant execute on function set_config(text, text, boolean) to public',
    attack: injected(
      `select set_config('role', '{them}', true) || query_to_xml('${THEIR_EVENTS}', true, true, '')::text as x`
    ),
    succeeds: told,
  },
  {
    check: 'locks',
    gap: 'anybody may lock beyond the unit',
    remove: `grant execute on function ${LOCKS} to public`,
    attack: injected('select pg_advisory_lock(42)'),
    succeeds: answered,
  },
  {
    check: 'large_objects',
    gap: 'anybody may make large objects',
    remove: 'grant execute on function lo_from_bytea(oid, bytea) to public',
    attack: injected(`select lo_from_bytea(0, 'x')`),
    succeeds: answered,
  },
  {
    check: 'notify',
    gap: 'anybody may notify',
    remove: 'grant execute on function pg_notify(text, text) to public',
    attack: injected(`select pg_notify('x', 'y')`),
    succeeds: answered,
  },
  {
    check: 'statements',
    gap: 'anybody may read the statements that a connection keeps',
    remove: 'grant execute on function pg_prepared_statement() to public',
    attack: injected('select statement from pg_prepared_statements'),
    succeeds: answered,
  },
  {
    check: 'counts',
    gap: 'anybody may measure tables',
    remove: 'grant execute on function pg_relation_size(regclass, text) to public',
    attack: injected(
      `select pg_relation_size(c.oid, 'main') from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = '{them}' and relname = 'events'`
    ),
    succeeds: counted,
  },
  {
    check: 'estimates',
    gap: 'anybody may read the estimates of the catalogue',
    remove: 'grant select on pg_class to public',
    attack: injected(
      `select reltuples from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = '{them}' and relname = 'events'`
    ),
    succeeds: answered,
  },
  {
    check: 'temporary',
    gap: 'anybody may make temporary tables',
    remove: 'grant temporary on database {database} to public',
    attack: injected('select 1 as x into temp stolen'),
    succeeds: answered,
  },
  {
    check: 'temporary',
    gap: 'tenants may make schemas',
    remove: 'grant create on database {database} to {tenant}',
    mend: 'revoke create on database {database} from {tenant}',
    attack: injected('create schema stolen'),
    succeeds: answered,
  },
  {
    check: 'language',
    gap: 'anybody may run DO blocks',
    remove: 'grant usage on language plpgsql to public',
    attack: injected(
      `do $$ begin set local role {them}; if exists (${THEIR_EVENTS}) then raise exception using errcode = 'LEAK1'; end if; end $$`
    ),
    succeeds: ({ code }) => code === 'LEAK1',
  },
  {
    check: 'login',
    gap: 'the login inherits the tenants it may become',
    remove: 'grant {them} to {app} with inherit true',
    mend: 'grant {them} to {app} with inherit false',
    attack: adrift(THEIR_EVENTS),
    succeeds: told,
  },
  {
    check: 'login',
    gap: 'the login inherits by default',
    remove: 'alter role {app} inherit; grant {them} to {app}',
    mend: 'alter role {app} noinherit; grant {them} to {app} with inherit false',
    attack: adrift('select rolinherit from pg_roles where rolname = current_user'),
    succeeds: ({ answer }) => answer === '[{"rolinherit":true}]',
  },
  {
    check: 'login',
    gap: 'the login is a superuser',
    remove: 'alter role {app} superuser',
    mend: 'alter role {app} nosuperuser',
    attack: adrift(THEIR_EVENTS),
    succeeds: told,
  },
  {
    check: 'membership',
    gap: 'the login may become the migrator',
    remove: 'grant {migrator} to {app} with inherit false',
    mend: 'revoke {migrator} from {app}',
    attack: adrift('set local role {migrator}', THEIR_EVENTS),
    succeeds: told,
  },
  {
    check: 'membership',
    gap: 'all tenants belong to a group that reads everything',
    remove: 'grant pg_read_all_data to {tenant}',
    mend: 'revoke pg_read_all_data from {tenant}',
    attack: injected(THEIR_EVENTS),
    succeeds: told,
  },
  {
    check: 'search_path',
    gap: 'the login finds tables by name',
    remove: 'alter role {app} set search_path = {them}; grant usage on schema {them} to {app}',
    mend: `alter role {app} set search_path = ''; revoke usage on schema {them} from {app}`,
    attack: adrift('select * from events'),
    succeeds: ({ code }) => code === '42501', // found, where it should not even be seen
  },
  {
    check: 'ownership',
    gap: 'all tenants together own a table',
    remove:
      'alter table {their_account}.brand owner to {tenant}; grant usage on schema {their_account} to {tenant}',
    mend: 'alter table {their_account}.brand owner to {migrator}; revoke usage on schema {their_account} from {tenant}',
    attack: injected('select name from {their_account}.brand'),
    succeeds: told,
  },
  {
    check: 'outbox',
    gap: 'tenants may read the outbox',
    remove: 'grant select on cell.outbox to {tenant}',
    mend: 'revoke select on cell.outbox from {tenant}',
    attack: injected('select ref from cell.outbox'),
    succeeds: told,
  },
  {
    check: 'outbox',
    gap: 'tenants may name the scope of their work',
    remove: 'grant insert (scope) on cell.outbox to {tenant}',
    mend: 'revoke insert (scope) on cell.outbox from {tenant}',
    attack: injected(`insert into cell.outbox (scope, kind, ref) values ('{them}', 'x', 'x')`),
    succeeds: answered,
  },
  {
    check: 'outbox',
    gap: 'everybody may read a column of the chain log',
    remove: 'grant select (hash) on cell.chain_log to public',
    mend: 'revoke select (hash) on cell.chain_log from public',
    attack: injected('select hash from cell.chain_log'),
    succeeds: told,
  },
  {
    check: 'outbox',
    gap: 'tenants may delete work',
    remove: 'grant delete on cell.outbox to {tenant}',
    mend: 'revoke delete on cell.outbox from {tenant}',
    attack: injected('delete from cell.outbox'),
    succeeds: answered,
  },
  {
    check: 'functions',
    gap: 'a definer function of the cell is everybody’s',
    remove: `create function cell.peek() returns text language sql security definer begin atomic ${THEIR_EVENTS}; end; grant execute on function cell.peek() to public`,
    mend: 'drop function cell.peek()',
    attack: injected('select cell.peek()'),
    succeeds: told,
  },
  {
    check: 'relay',
    gap: 'the relay may become a tenant',
    remove: 'grant {them} to {relay}',
    mend: 'revoke {them} from {relay}',
    attack: (field) =>
      outcomeOf(() =>
        field.cell.as('relay', (client) =>
          inOneTransaction(client, field, ['set local role {them}', THEIR_EVENTS])
        )
      ),
    succeeds: told,
  },
  {
    check: 'create',
    gap: 'tenants may make tables in the cell',
    remove: 'grant create on schema cell to {tenant}',
    mend: 'revoke create on schema cell from {tenant}',
    attack: injected('select 1 as x into cell.stolen'),
    succeeds: answered,
  },
]

test.group('Isolation checks | a gap', (group) => {
  let own: CellOfItsOwn
  let field: Battlefield

  group.setup(async () => {
    own = await CellOfItsOwn.open()
    field = await Battlefield.lay(own.cell.name)
    return async () => {
      await field.close()
      await own.close()
    }
  })

  const names = async () =>
    (await new IsolationGuard(own.cell).breaches()).map(({ check }) => check)

  test('{check}: {gap}')
    .with([...GAPS])
    .run(async ({ assert }, { check, remove, mend, attack, succeeds }) => {
      assert.isFalse(succeeds(await attack(field)), 'it must not work while every check passes')
      assert.deepEqual(await names(), [])
      await field.superuser.query(field.fill(remove))
      try {
        const outcome = await attack(field)
        assert.isTrue(succeeds(outcome), JSON.stringify(outcome))
        assert.include(await names(), check)
      } finally {
        await (mend ? field.superuser.query(field.fill(mend)) : own.repair())
      }
      assert.deepEqual(await names(), [])
    })

  test('guard, protocol: a connection that nothing guards carries what it is given', async ({
    assert,
  }) => {
    const unguarded = new IsolationGuard(own.cell, (connection, done) => done(null, connection))
    const breaches = await unguarded.breaches()
    assert.deepEqual(
      breaches.map(({ check }) => check),
      ['guard', 'protocol']
    )
    const outcome = await adrift(`select 1; set local role {them}; ${THEIR_EVENTS}`)(field)
    assert.isUndefined(outcome.code)
    const alone = await adrift('set local role {them}', THEIR_EVENTS)(field)
    assert.isTrue(told(alone))
  })

  test('every check of PostgreSQL’s has its gap here', async ({ assert }) => {
    const { ISOLATION_CHECKS } = await import('#app/tenancy/isolation_checks/isolation_checks')
    const checks = new Set(GAPS.map(({ check }) => check))
    assert.sameMembers(
      [...checks],
      ISOLATION_CHECKS.map(({ name }) => name)
    )
  })

  test('names what is open when the application asks before it starts', async ({ assert }) => {
    await field.superuser.query('grant execute on function pg_notify(text, text) to public')
    const guard = new IsolationGuard(own.cell)
    await assert.rejects(() => guard.assertClosed(), StartRefused, /is open: notify \(/)
    await assert.doesNotReject(() => guard.assertClosed(['notify']))
    await own.repair()
    await assert.doesNotReject(() => guard.assertClosed())
  })

  test('a function that the migrator adds to the cell is not everybody’s', async ({ assert }) => {
    await own.cell.as('migrator', (migrator) =>
      migrator.query('create function cell.added() returns int language sql return 1')
    )
    const outcome = await injected('select cell.added()')(field)
    assert.equal(outcome.code, '42501')
    assert.deepEqual(await names(), [])
  })
})
