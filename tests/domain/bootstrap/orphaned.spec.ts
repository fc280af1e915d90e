import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { until } from '#tests/support/until'

const bootstrap = new URL('../../../bin/services/bootstrap.mjs', import.meta.url).href

/** A command of ours that notes when it runs and when it is asked to end. */
const COMMAND = `
  import { writeFileSync } from 'node:fs'
  import { fileURLToPath } from 'node:url'
  import { onEnd, reachNode24 } from '${bootstrap}'
  const progress = { step: (_, work) => work() }
  if (await reachNode24({ entry: fileURLToPath(import.meta.url), progress, log: null })) {
    setInterval(() => {}, 1000)
    onEnd(() => {
      writeFileSync('ended', '')
      process.exit(0)
    })
    writeFileSync('running', '')
  }`

test.group('A command run by npm', () => {
  test('ends in order when npm is told to end and only its shell hears of it', async ({
    assert,
    cleanup,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'orphaned-'))
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const is = (note: string) => existsSync(join(folder, note))
    writeFileSync(join(folder, 'command.mjs'), COMMAND)
    const shell = spawn('sh', ['-c', `"${process.execPath}" command.mjs; true`], {
      cwd: folder,
      env: { ...process.env, npm_lifecycle_event: 'dev' },
      stdio: 'ignore',
    })
    await until(async () => is('running'))
    shell.kill('SIGTERM')
    await once(shell, 'exit')
    await until(async () => is('ended'))
    assert.isTrue(is('ended'))
  })
})
