import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Cell } from '#app/tenancy/cell'
import type { RowOf } from '#app/tenancy/row'
import { query, type Answers, type Query } from '#app/tenancy/statement'
import { tableTypes, TYPES_FILE } from '../../bin/tables/table_types.js'

test.group('Types of tables', () => {
  test('are those that the numbered SQL makes: if not, run npm run tables', async ({ assert }) => {
    const written = await readFile(app.makePath(TYPES_FILE), 'utf8')
    assert.equal(await tableTypes(Cell.named('main')), written)
  })

  test('refuse a column that is misspelt, and one that is read as another type', ({ assert }) => {
    // @ts-expect-error: it is created_at
    const misspelt = query<RowOf<'users', 'id' | 'createdAt'>>('select id, created_at from users')
    const text: string = misspelt.text
    type Asked = [Query<RowOf<'users', 'id' | 'created_at'>>]
    const [[user]]: Answers<Asked> = [[{ id: text, created_at: new Date() }]]
    // @ts-expect-error: it is a Date
    const at: string = user.created_at
    assert.instanceOf(at, Date)
  })
})
