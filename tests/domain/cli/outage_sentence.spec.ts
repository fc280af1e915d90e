import pg from 'pg'
import { test } from '@japa/runner'
import { outageSentence } from '../../../bin/command_line.js'
import { asSuperuser } from '#tests/support/superuser'

const raised = (code: string) =>
  asSuperuser('postgres', async (client) => {
    const text = `do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`
    return client.query(text).catch((error: unknown) => error)
  })

test.group('What a command says of an outage', () => {
  test('names what is away, and the command that looks', async ({ assert }) => {
    const client = new pg.Client('postgres://nobody@127.0.0.1:1/nothing')
    const refused = await client.connect().catch((error: unknown) => error)
    for (const error of [refused, new AggregateError([refused]), await raised('57P03')])
      assert.match(outageSentence(error) ?? '', /is away: .+ doctor/)
  })

  test('is that others had what it waited for, and that it may be run again', async ({
    assert,
  }) => {
    for (const code of ['55P03', '40P01', '40001', '57014'])
      assert.equal(
        outageSentence(await raised(code)),
        'It waited too long for others and changed nothing of this step: run it again'
      )
  })

  test('is that the disk is full', async ({ assert }) => {
    assert.match(outageSentence(await raised('53100')) ?? '', /disk of the database is full/)
  })

  test('is nothing where what failed is its own', async ({ assert }) => {
    assert.isNull(outageSentence(await raised('42501')))
    assert.isNull(outageSentence(new TypeError('undefined is not a function')))
  })
})
