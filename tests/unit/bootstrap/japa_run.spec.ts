import { test } from '@japa/runner'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const file = new URL('../../../bin/testing/japa_run.mjs', import.meta.url).href
interface Module {
  countsIn(output: string, code: number): Counts
  JapaRun: new (options: object) => { finish(): Promise<Counts & { output: string }> }
}
const { countsIn, JapaRun } = (await import(file)) as Module

test.group('Counting | a run of Japa', () => {
  test('reads the numbers of the closing lines, in colour or not', ({ assert }) => {
    const plain = 'FAILED\n\nTests  12 passed, 2 failed, 1 skipped (15)\n Time  3s'
    const coloured =
      'PASSED\n\n\u001b[2mTests\u001b[22m  \u001b[32m7 passed\u001b[39m \u001b[2m(7)\u001b[22m\n'
    assert.deepEqual(countsIn(plain, 1), { passed: 12, failed: 2, skipped: 1 })
    assert.deepEqual(countsIn(coloured, 0), { passed: 7, failed: 0, skipped: 0 })
  })

  test('counts a run that broke without counting as one failure', ({ assert }) => {
    assert.deepEqual(countsIn('Error: Cannot find module', 1), { passed: 0, failed: 1, skipped: 0 })
    assert.deepEqual(countsIn('Tests  3 passed (3)', 1), { passed: 3, failed: 1, skipped: 0 })
  })
})

test.group('Run of Japa', () => {
  test('that says nothing for too long is ended, and counts as one failure', async ({ assert }) => {
    const ledger = { add() {}, remove() {} }
    const run = new JapaRun({ args: ['unit'], env: process.env, ledger, maxSilenceMs: 1 })
    const { output, ...counts } = await run.finish()
    assert.deepEqual(counts, { passed: 0, failed: 1, skipped: 0 })
    assert.include(output, 'Nothing was heard')
  })
})
