import { mock } from 'node:test'
import { test } from '@japa/runner'
import type { BaseCommand } from '@adonisjs/core/ace'
import { ProgressLine } from '#app/cli/_progress_line'

const MINUTE_MS = 60_000

/** What a command writes, in order. */
function recorder() {
  const said: string[] = []
  const logger = {
    logUpdate: (text: string) => void said.push(`changed to ${text}`),
    logUpdatePersist: () => void said.push('kept'),
    info: (text: string) => void said.push(text),
  } as unknown as BaseCommand['logger']
  return { said, logger }
}

test.group('Progress line', () => {
  test('changes at a terminal, and stays when it is over', ({ assert }) => {
    const { said, logger } = recorder()
    const line = new ProgressLine(logger, true)
    line.show('1 file')
    line.show('2 files')
    line.end()
    assert.deepEqual(said, ['changed to 1 file', 'changed to 2 files', 'kept'])
  })

  test('says little in a log: nothing in the first minute, and then once a minute', ({
    assert,
    cleanup,
  }) => {
    const { said, logger } = recorder()
    const { now } = performance
    cleanup(() => void (performance.now = now))
    const at = (ms: number) => (performance.now = () => ms)
    at(0)
    const line = new ProgressLine(logger, false)
    for (const [minutes, text] of [
      [0.9, '1 file'],
      [1, '2 files'],
      [1.9, '3 files'],
      [2.1, '4 files'],
    ] as const) {
      at(minutes * MINUTE_MS)
      line.show(text)
    }
    line.end()
    assert.deepEqual(said, ['2 files', '4 files'])
  })

  test('says in a log once a minute that a long step goes on, until it is over', ({
    assert,
    cleanup,
  }) => {
    const { said, logger } = recorder()
    mock.timers.enable({ apis: ['setInterval'] })
    const { now } = performance
    cleanup(() => {
      performance.now = now
      mock.timers.reset()
    })
    let ms = 0
    performance.now = () => ms
    const wait = (minutes: number) => {
      for (const end = ms + minutes * MINUTE_MS; ms < end; mock.timers.tick(1_000)) ms += 1_000
    }
    const line = new ProgressLine(logger, false)
    line.show('Reading')
    wait(0.5)
    line.show('Restoring')
    wait(2.6)
    assert.deepEqual(said, ['Restoring', 'Restoring (1 min so far)', 'Restoring (2 min so far)'])
    line.end()
    wait(5)
    assert.lengthOf(said, 3)
  })
})
