import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { outcomeOf } from '#tests/support/outcome'

/** Each of them could get the connection of the one before. */
const TIMES = 5

test.group('A connection whose server takes no writes', () => {
  test('is not lent again, not even before its end is noticed', async ({ assert }) => {
    for (let times = 0; times < TIMES; times++) {
      const written = async () => {
        const transaction = await db.transaction()
        try {
          await transaction.rawQuery('set transaction read only')
          await transaction.rawQuery('update platform.tenants set name = name')
        } finally {
          await transaction.rollback()
        }
      }
      assert.deepEqual(await outcomeOf(written), { code: '25006' })
      assert.deepEqual((await db.rawQuery<{ rows: object[] }>('select 1 as one')).rows, [
        { one: 1 },
      ])
    }
  })
})
