import { test } from '@japa/runner'

interface Result {
  passed: number
  failed: number
  output: string
}

interface Unstable {
  note(suite: string, result: Result): void
  readonly areFew: boolean
  runAgain(run: (suite: string, args: string[]) => Promise<Partial<Result>>): Promise<number>
}

const { UnstableTests } = (await import(
  new URL('../../../bin/testing/unstable_tests.mjs', import.meta.url).href
)) as { UnstableTests: new () => Unstable }

const OUTPUT = `
browser / Data pages (tests/browser/data.spec.ts)
  ✔ keep nobody out (3s)
  \u001b[31m✖\u001b[39m erase a document (1s)
browser / Drafts (tests/browser/draft.spec.ts)
  ✔ are saved (1s)
`

function noted(...results: Result[]): Unstable {
  const unstable = new UnstableTests()
  for (const result of results) unstable.note('browser', result)
  return unstable
}

test.group('Unstable tests', () => {
  test('are those of the files that pass when they run again', async ({ assert }) => {
    const asked: string[][] = []
    const unstable = noted({ passed: 2, failed: 1, output: OUTPUT })
    assert.isTrue(unstable.areFew)
    const run = (_: string, args: string[]) => {
      asked.push(args)
      return Promise.resolve({ passed: 2, failed: 0 })
    }
    assert.equal(await unstable.runAgain(run), 1)
    assert.deepEqual(asked, [['browser', '--files', 'tests/browser/data.spec.ts']])
  })

  test('are not those that fail again', async ({ assert }) => {
    const unstable = noted({ passed: 2, failed: 1, output: OUTPUT })
    assert.equal(await unstable.runAgain(() => Promise.resolve({ passed: 1, failed: 1 })), 0)
  })

  test('are not those of a file that runs no test any more', async ({ assert }) => {
    const unstable = noted({ passed: 2, failed: 1, output: OUTPUT })
    assert.equal(await unstable.runAgain(() => Promise.resolve({ passed: 0, failed: 0 })), 0)
  })

  test('are no explanation for many failures, nor for one beside tests', ({ assert }) => {
    const one = { passed: 2, failed: 1, output: OUTPUT }
    assert.isFalse(noted(one, one, one, one).areFew)
    assert.isFalse(noted(one, { passed: 0, failed: 1, output: 'Cannot find module' }).areFew)
    assert.isFalse(noted().areFew)
    assert.isFalse(noted({ passed: 5, failed: 0, output: '' }).areFew)
  })
})
