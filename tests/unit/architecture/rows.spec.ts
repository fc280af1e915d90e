import { globSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

/** `row.at as Date`, `rows as Kept[]`, `rows[0].id as string`, `({ id }) => id as string`, `String(row.id)`. */
const CASTS = [
  /\brows?(?:\[\w+\])?(?:[?!]?\.\w+)*\)? as (?!const\b)[\w'"{[]/,
  /\(\{ \w+(?:: \w+)? \}\) => \w+ as (?:string|number|boolean|Date|Buffer)\b/,
  /\b(?:String|Number)\(row\.\w+\)/,
]

/** Where statements are sent: the one place that says what their rows are like. */
const SENDING = 'app/tenancy/transactions/batch.ts'

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\/\/ .*/g, '')

test.group('Rows', () => {
  test('are cast nowhere: a statement says what its rows are like', ({ assert }) => {
    const wrong = globSync('app/**/*.ts', { cwd: app.makePath() })
      .filter((file) => file !== SENDING)
      .flatMap((file) => {
        const lines = withoutComments(readFileSync(app.makePath(file), 'utf8')).split('\n')
        return lines
          .filter((line) => CASTS.some((cast) => cast.test(line)))
          .map((line) => `${file}: ${line.trim()}`)
      })
    assert.deepEqual(wrong, [])
  })
})
