import { readdirSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

const FOLDER = app.makePath('app/cli')
/** These answer for themselves: programs without the application, one that mail servers call, one that a supervisor starts again, and a subclass. */
const OTHERWISE = [
  'log_check.ts',
  'log_witness.ts',
  'mail_bounce.ts',
  'migrate.ts',
  'webhooks_listen.ts',
  'worker.ts',
]

test.group('Commands', () => {
  test('answer refusals with a sentence, and not with a stack', ({ assert }) => {
    const commands = readdirSync(FOLDER).filter((name) => !name.startsWith('_'))
    const silent = commands.filter(
      (name) => !readFileSync(`${FOLDER}/${name}`, 'utf8').includes('refusalsAsSentences(this)')
    )
    assert.sameMembers(silent, OTHERWISE)
  })
})
