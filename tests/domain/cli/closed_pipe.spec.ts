import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { program } from '#tests/support/program'

test.group('A command whose output nobody reads to its end', () => {
  test('ends quietly', async ({ assert }) => {
    const child = spawn(process.execPath, [...program('bin/console'), 'log:witness', '--help'], {
      cwd: app.makePath(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    assert.equal(said, '')
    assert.equal(code, 141)
  })
})
