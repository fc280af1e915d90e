import { test } from '@japa/runner'

interface Asked {
  args: string[]
  isSome: boolean
  isWatched: boolean
  needsServers: boolean
  argsFor(files: string[]): string[]
}

const testing = new URL('../../../bin/testing/', import.meta.url).href
const { AskedTests } = (await import(`${testing}asked_tests.mjs`)) as {
  AskedTests: new (args: string[]) => Asked
}
const { ImportGraph } = (await import(`${testing}import_graph.mjs`)) as {
  ImportGraph: new () => { withDependents(files: string[]): Set<string> }
}

const asked = (line: string) => new AskedTests(line.split(' ').filter(Boolean))

test.group('Tests that were asked for', () => {
  test('need servers unless they are of the suite unit alone', ({ assert }) => {
    assert.isFalse(asked('unit --files domain').needsServers)
    for (const line of ['', 'domain', 'unit functional', '--files unit'])
      assert.isTrue(asked(line).needsServers, line)
  })

  test('are watched by suite', ({ assert }) => {
    const { args, isWatched, isSome } = asked('unit --watch --tests refuses')
    assert.isTrue(isWatched && isSome)
    assert.deepEqual(args, ['unit', '--tests', 'refuses'])
    assert.throws(() => asked('--watch --files clock'), /Name the suite to watch/)
  })

  test('keep their other options when fewer of them run', ({ assert }) => {
    const some = asked('unit --files clock --tests refuses --files=schema')
    assert.deepEqual(some.argsFor(['tests/unit/foundation/clock.spec.ts']), [
      ...['unit', '--tests', 'refuses'],
      ...['--files', 'tests/unit/foundation/clock.spec.ts'],
    ])
  })

  test('follow from what was changed by imports, directly or not', ({ assert }) => {
    const touched = (file: string) => new ImportGraph().withDependents([file])
    const ofClock = touched('app/foundation/clock.ts')
    assert.isTrue(ofClock.has('tests/unit/foundation/clock.spec.ts'))
    assert.isTrue(ofClock.has('tests/domain/signing/signing.spec.ts'))
    const ofSpec = touched('tests/unit/foundation/clock.spec.ts')
    assert.deepEqual([...ofSpec], ['tests/unit/foundation/clock.spec.ts'])
  })
})
