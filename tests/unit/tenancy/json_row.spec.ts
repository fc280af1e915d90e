import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { rowOfJson } from '#app/tenancy/models/json_row'

const COLUMN = /^ {4}(\w+): (.+)$/gm
const TIME = '2026-11-27T03:29:17.123456+00:00'

/** A day or an hour alone: no row of these is read as JSON. */
const OF_COUNTS = ['day', 'hour']

test.group('Row of JSON', () => {
  test('has its moments and bytes as the driver reads them', ({ assert }) => {
    const row = { name: 'x', seen_at: TIME, until: TIME, ended_at: null, key: '\\x00ff', n: 1 }
    const at = new Date('2026-11-27T03:29:17.123Z')
    assert.deepEqual(rowOfJson(row, ['key']), {
      ...{ name: 'x', seen_at: at, until: at, ended_at: null, n: 1 },
      key: Buffer.from([0, 255]),
    })
  })

  test('knows moments by their names, in every table', ({ assert }) => {
    const tables = readFileSync(app.makePath('app/tenancy/tables.ts'), 'utf8')
    const columns = [...tables.matchAll(COLUMN)].filter(([, name]) => !OF_COUNTS.includes(name))
    const wrong = columns.filter(([, name, type]) => {
      const isRead = rowOfJson({ [name]: TIME })[name] instanceof Date
      return isRead !== type.includes('Date')
    })
    assert.isAbove(columns.length, 500)
    assert.deepEqual(
      wrong.map(([, name]) => name),
      []
    )
  })
})
