import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { program } from '#tests/support/program'

/** As `npm run ace -- COMMAND | head -0` begins it. */
function unread(...args: string[]) {
  const child = spawn(process.execPath, [...program('bin/console'), ...args], {
    cwd: app.makePath(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  return child
}

test.group('A command whose output nobody reads to its end', () => {
  test('ends quietly', async ({ assert }) => {
    const child = unread('log:witness', '--help')
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    assert.equal(said, '')
    assert.equal(code, 141)
  })

  test('does to its end what it has begun', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'unread-'))
    cleanup(() => rm(folder, { recursive: true }))
    const { id, slug } = await makeTenant()
    const certificate = join(folder, 'certificate.json')
    const child = unread('tenant:erase', slug, '--yes', `--certificate=${certificate}`)
    child.stderr.destroy()
    const [code] = await once(child, 'close')
    assert.equal(code, 141)
    assert.include(await readFile(certificate, 'utf8'), id)
    assert.isNull(await Tenant.findBy({ slug }))
  })

  test('is told to have failed where it has', async ({ assert }) => {
    const child = unread('tenant:erase', 'nobody-here', '--yes')
    child.stderr.destroy()
    const [code] = await once(child, 'close')
    assert.equal(code, 2)
  })

  test('that never ends by itself is told to', async ({ assert }) => {
    const child = unread('worker')
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    assert.equal(said, '')
    assert.equal(code, 141)
  })
})
