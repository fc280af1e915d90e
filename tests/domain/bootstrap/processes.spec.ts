import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'

interface Child {
  pid: number
  isRunning: boolean
  outcome: string | null
  exited: Promise<string>
  settle(): void
}
interface Processes {
  start(name: string, command: string, args: string[], options?: object): Child
  stop(): Promise<void>
}
interface Entry {
  name: string
  pid: number
}
interface Ledger {
  add(entry: Entry & { stopSignal?: string }): void
  leftovers(): Entry[]
}

const services = new URL('../../../bin/services/', import.meta.url).href
const { Processes } = (await import(`${services}processes.mjs`)) as {
  Processes: new (options: object) => Processes
}
const { ProcessLedger, endLeftovers } = (await import(`${services}process_ledger.mjs`)) as {
  ProcessLedger: new (path: string) => Ledger
  endLeftovers(entries: Entry[], graceMs?: number): Promise<void>
}

/** A shell that notes when it is asked to end. */
const NOTING =
  'trap \'echo "$0" >> "$1"; exit 0\' TERM; echo up >> "$1.up"; while :; do sleep 0.02; done'

test.group('Processes', (group) => {
  let folder: string

  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'processes-'))
    return () => rm(folder, { recursive: true, force: true })
  })

  async function noted(name: string, lines: number) {
    for (;;) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => '')
      if (text.split('\n').length > lines) return text.trim().split('\n')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  test('ends what was built on top before what it stands on', async ({ assert }) => {
    const processes = new Processes({ logs: folder })
    const start = (name: string, rank: number) =>
      processes.start(name, '/bin/sh', ['-c', NOTING, name, join(folder, 'ended')], { rank })
    start('database', 0)
    start('web', 1)
    await noted('ended.up', 2)
    await processes.stop()
    assert.deepEqual(await noted('ended', 2), ['web', 'database'])
  })

  test('kills what does not end within its grace time', async ({ assert }) => {
    const processes = new Processes({ logs: folder })
    const deaf = `trap '' TERM; echo up >> "$0"; while :; do sleep 0.02; done`
    const child = processes.start('deaf', '/bin/sh', ['-c', deaf, join(folder, 'up')], {
      graceMs: 50,
    })
    await noted('up', 1)
    await processes.stop()
    assert.isFalse(child.isRunning)
    assert.match(String(child.outcome), /SIGKILL/)
  })

  test('tells of a settled process that dies, and not of one that is still being watched', async ({
    assert,
  }) => {
    const lost: string[] = []
    const processes = new Processes({ logs: folder, onLost: ({ name }: Entry) => lost.push(name) })
    const settled = processes.start('settled', '/bin/sh', ['-c', 'sleep 0.1'])
    settled.settle()
    const watched = processes.start('watched', '/bin/sh', ['-c', 'exit 3'])
    await Promise.all([settled.exited, watched.exited])
    assert.deepEqual(lost, ['settled'])
    assert.equal(watched.outcome, 'ended with code 3')
  })

  test('finds and ends what a killed run has left behind, and nobody else under its id', async ({
    assert,
  }) => {
    const orphan = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const ended = spawn('true', { stdio: 'ignore' })
    const exits = once(orphan, 'exit')
    const file = join(folder, 'processes.json')
    const ledger = new ProcessLedger(file)
    ledger.add({ name: 'orphan', pid: Number(orphan.pid) })
    ledger.add({ name: 'ended', pid: Number(ended.pid) })
    await once(ended, 'exit')

    const leftovers = new ProcessLedger(file).leftovers()
    assert.deepEqual(
      leftovers.map(({ name }) => name),
      ['orphan']
    )
    await endLeftovers(leftovers)
    await exits
    assert.isEmpty(new ProcessLedger(file).leftovers())
  })
})
