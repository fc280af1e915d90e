import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'

type Run = (command: string, args: string[], options: object) => Promise<string>

const file = new URL('../../../bin/services/command.mjs', import.meta.url).href
const { run } = (await import(file)) as { run: Run }

const SPEAK = ['-c', 'echo from stdout; echo from stderr >&2']

test.group('A command with a log', (group) => {
  let log: string
  group.each.setup(() => {
    const folder = mkdtempSync(join(tmpdir(), 'command-'))
    log = join(folder, 'logs', 'command.log')
    return () => rmSync(folder, { recursive: true })
  })

  test('leaves there what it wrote, for its owner alone to read', async ({ assert }) => {
    assert.equal(await run('sh', SPEAK, { log }), 'from stdout\n')
    assert.match(readFileSync(log, 'utf8'), /from stdout[^]*from stderr/)
    assert.equal(statSync(log).mode & 0o777, 0o600)
  })

  test('leaves out what it printed when that is secret', async ({ assert }) => {
    assert.equal(await run('sh', SPEAK, { log, isSecret: true }), 'from stdout\n')
    const [, ...lines] = readFileSync(log, 'utf8').trim().split('\n')
    assert.deepEqual(lines, ['from stderr'])
  })
})
