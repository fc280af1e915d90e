import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import pg from 'pg'
import { test } from '@japa/runner'
import IntakeBusy from '#app/sealing/errors/intake_busy'
import { isOutage } from '#app/exceptions/outage'
import { asSuperuser, superuserOf, superuserUrl } from '#tests/support/superuser'

function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => new Error('It did not fail'),
    (error: unknown) => error
  )
}

test.group('Outage', () => {
  test('is a refused connection', async ({ assert }) => {
    const refused = await failureOf(
      () =>
        new Promise((resolve, reject) =>
          connect(1, '127.0.0.1').on('error', reject).on('connect', resolve)
        )
    )
    assert.isTrue(isOutage(refused))
    const client = new pg.Client('postgres://nobody@127.0.0.1:1/nothing')
    assert.isTrue(isOutage(await failureOf(() => client.connect())))
  })

  test('is a socket that is not there, but no other missing file', async ({ assert }) => {
    const client = new pg.Client('postgres://nobody@localhost/nothing?host=/nowhere')
    assert.isTrue(isOutage(await failureOf(() => client.connect())))
    assert.isFalse(isOutage(await failureOf(() => readFile('/nowhere'))))
  })

  test('is a login that PostgreSQL refuses, as while its password is changed', async ({
    assert,
  }) => {
    const wrong = new URL(superuserUrl('postgres'))
    wrong.password = 'another'
    for (const user of [wrong.username, 'nobody_here']) {
      wrong.username = user
      const client = new pg.Client({ connectionString: wrong.href })
      assert.isTrue(isOutage(await failureOf(() => client.connect())), user)
    }
    const raised = await asSuperuser('postgres', (client) =>
      failureOf(() => client.query(`do $$ begin raise exception using errcode = '28000'; end $$`))
    )
    assert.isTrue(isOutage(raised))
  })

  test('is a connection that PostgreSQL ends in the middle', async ({ assert }) => {
    const client = await superuserOf('postgres')
    client.on('error', () => {})
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const ended = failureOf(() => client.query('select pg_sleep(60)'))
    await asSuperuser('postgres', (other) =>
      other.query('select pg_terminate_backend($1)', [rows[0].pid])
    )
    assert.isTrue(isOutage(await ended))
  })

  test('is a transaction that PostgreSQL ends because nothing came', async ({ assert }) => {
    const client = await superuserOf('postgres')
    const ended = new Promise((resolve) => client.on('error', resolve))
    await client.query(`set idle_in_transaction_session_timeout = '10ms'; begin; select 1`)
    assert.propertyVal(await ended, 'code', '25P03')
    assert.isTrue(isOutage(await ended))
  })

  test('is what the driver says of a connection, also where knex puts the statement before it', ({
    assert,
  }) => {
    for (const words of [
      'Connection terminated',
      'Connection terminated unexpectedly',
      'Connection terminated due to connection timeout',
      'timeout expired',
      'timeout exceeded when trying to connect',
      'Client has encountered a connection error and is not queryable',
      'Client was closed and is not queryable',
    ]) {
      assert.isTrue(isOutage(new Error(words)), words)
      assert.isTrue(isOutage(new Error(`update "signers" set "name" = 'A - B' - ${words}`)), words)
      assert.isFalse(isOutage(new Error(`no such thing: ${words}`)), words)
    }
  })

  test('is a statement that took too long', async ({ assert }) => {
    const error = await asSuperuser('postgres', async (client) => {
      await client.query(`set statement_timeout = '10ms'`)
      return failureOf(() => client.query('select pg_sleep(60)'))
    })
    assert.isTrue(isOutage(error))
  })

  test('is a part of the house that has too much to do', ({ assert }) => {
    assert.isTrue(isOutage(new IntakeBusy()))
  })

  test('is not a mistake of ours', async ({ assert }) => {
    await asSuperuser('postgres', async (client) => {
      for (const text of ['selec 1', 'select * from nothing', 'select 1 / 0']) {
        assert.isFalse(isOutage(await failureOf(() => client.query(text))), text)
      }
    })
    assert.isFalse(isOutage(new TypeError('undefined is not a function')))
    assert.isFalse(isOutage('nothing'))
  })
})
