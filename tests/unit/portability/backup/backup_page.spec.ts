import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

test.group('docs/deploy/backup.md', () => {
  const page = readFileSync(app.makePath('docs/deploy/backup.md'), 'utf8')

  test('takes back every setting that it has a restore set', ({ assert }) => {
    const set = page.matchAll(/\b(restore_command|recovery_target\w*) = '/g)
    const names = new Set([...set].map(([, name]) => name))
    const [, reset] = /^for setting in (.+); do$/m.exec(page)!
    assert.sameMembers(reset.split(' '), [...names])
  })
})
