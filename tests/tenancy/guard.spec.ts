import { test } from '@japa/runner'
import type { Client } from 'pg'
import { endWhenMute } from '#app/tenancy/connections/answer_deadline'
import { Cell } from '#app/tenancy/cell'
import { guardConnection, watchedAndGuarded } from '#app/tenancy/connections/connection_guard'
import { COMMIT, ControlStatement } from '#app/tenancy/connections/control_statement'

/** A connection that sends nothing and shows what it was given to send. */
function guardedConnection(): Client {
  const connection: Client = Object.create({ query: (asked: unknown) => asked })
  guardConnection(connection, () => {})
  return connection
}

function send(asked: unknown): unknown {
  return guardedConnection().query(asked as string)
}

const DISGUISES = [
  '/* harmless */ set role x',
  '/* select 1 */ reset role',
  '-- select 1\nreset role',
  '\n\t reset role',
  '\u00A0reset role',
  '\uFEFFreset role',
  '\u2028reset role',
  'ReSeT rOlE',
  ';reset role',
  '; select 1',
  '(select 1)',
  'selectx 1',
  'ſelect 1',
  'SELECT1',
  'reset role; select 1',
  'BEGIN',
  'COMMIT',
  'ROLLBACK TO SAVEPOINT trx1',
  'BEGIN;SET LOCAL ROLE t_00000000000000000000000000_live;SET LOCAL search_path=x',
  '',
]

const CARRIED = [
  'select 1',
  '  \n SELECT 1',
  'select/* */1',
  'with x as (select 1) select * from x',
  'INSERT into brand default values',
  'update brand set name = name',
  'Delete from brand',
  'values (1)',
]

test.group('The guard of tenants’ connections', () => {
  test('does not carry {$self}')
    .with(DISGUISES)
    .run(({ assert }, text) => {
      assert.throws(() => send(text), /Only select/)
      assert.throws(() => send({ text }), /Only select/)
    })

  test('carries {$self} alone in its message')
    .with(CARRIED)
    .run(({ assert }, text) => {
      assert.deepEqual(send(text), { text, queryMode: 'extended' })
      assert.deepEqual(send({ text, values: [1], queryMode: 'simple' }), {
        text,
        values: [1],
        queryMode: 'extended',
      })
    })

  test('carries a statement of our own whole', ({ assert }) => {
    assert.equal(send(COMMIT), 'COMMIT')
    assert.equal(send(new ControlStatement('SAVEPOINT x')), 'SAVEPOINT x')
  })

  test('does not take for our own what only looks like it', ({ assert }) => {
    assert.throws(() => send({ text: 'COMMIT' }), /Only select/)
    assert.throws(() => send({ ...COMMIT }), /Only select/)
    assert.throws(() => send(JSON.parse(JSON.stringify(COMMIT))), /Only select/)
  })

  test('does not carry queries that send themselves', ({ assert }) => {
    assert.throws(() => send({ submit: () => {} }), /Only select/)
  })

  test('cannot be taken off the connection', ({ assert }) => {
    assert.throws(() => Object.assign(guardedConnection(), { query: () => {} }), /read only/)
  })

  test('of the tenants’ pool cannot be widened again, whatever else watches it', async ({
    assert,
  }) => {
    const client = Cell.named('main').client('app')
    watchedAndGuarded(client, () => {})
    assert.throws(() => Object.assign(client, { query: () => {} }), /read only/)
    assert.throws(() => client.query('reset role'), /Only select/)
  })

  test('that does not answer in time is ended', async ({ assert }) => {
    const client = Cell.named('main').client('relay')
    await client.connect()
    endWhenMute(client, 50)
    assert.lengthOf((await client.query('select 1')).rows, 1)
    await assert.rejects(() => client.query('select pg_sleep(5)'), /Connection terminated/)
  })
})
