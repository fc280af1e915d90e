import { spawn } from 'node:child_process'
import { once } from 'node:events'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { until } from '#tests/support/until'

const testing = new URL('../../../bin/testing/', import.meta.url).href
const { AskedTests } = (await import(`${testing}asked_tests.mjs`)) as {
  AskedTests: new (args: string[]) => { files(): Promise<string[]> }
}

const asked = (line: string) => new AskedTests(line.split(' '))

test.group('npm test -- --watch', () => {
  test('runs what was asked for, runs it again on Enter, and ends on Ctrl-C', async ({
    assert,
    cleanup,
  }) => {
    const args = ['bin/test.mjs', 'unit', '--files', 'opaque_token', '--watch']
    const child = spawn(process.execPath, args, { cwd: app.appRoot })
    cleanup(() => void child.kill('SIGTERM'))
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output += text))
    const runs = () => output.split('Waiting for changes').length - 1

    await until(() => runs() === 1)
    assert.include(output, 'PASSED')
    assert.notInclude(output, 'PostgreSQL')
    child.stdin.write('\n')
    await until(() => runs() === 2)
    child.kill('SIGINT')
    assert.deepEqual(await once(child, 'close'), [0, null], output)
  })

  test('knows files by the ends of their paths, as Japa does', async ({ assert }) => {
    const both = await asked('unit --files retry_schedule --files=keys/key_ring').files()
    assert.deepEqual(both.sort(), [
      'tests/unit/foundation/keys/key_ring.spec.ts',
      'tests/unit/webhooks/deliveries/retry_schedule.spec.ts',
    ])
    const folder = await asked('unit --files bootstrap/*').files()
    assert.include(folder, 'tests/unit/bootstrap/ports.spec.ts')
    assert.isEmpty(folder.filter((file) => !file.startsWith('tests/unit/bootstrap/')))
  })
})
