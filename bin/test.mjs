import { fileURLToPath } from 'node:url'
import { explain, reachNode24 } from './services/bootstrap.mjs'
import { inClone } from './services/clone.mjs'
import { Progress } from './services/progress.mjs'

/** Type check, lint and every suite, on servers of their own. Arguments are handed to Japa instead. */
async function main(args) {
  const progress = new Progress()
  const log = inClone('tmp', 'test', 'npm.log')
  if (!(await reachNode24({ entry: fileURLToPath(import.meta.url), progress, log }))) return
  const { TestRun } = await import('./testing/test_run.mjs')
  const { passed, failed, skipped, unstable } = await new TestRun({ progress, args }).run()
  if (skipped > 0) progress.say(`\n${skipped} skipped`)
  if (unstable > 0) progress.say(`\n${unstable} unstable: passed only when run again alone`)
  progress.say(`\n${passed} passed, ${failed} failed`)
  const isEmpty = passed + failed + skipped === 0
  if (isEmpty)
    progress.say(
      'No test matches: --files takes the end of a path without .spec.ts, or a folder with a slash.'
    )
  process.exit(failed > 0 || isEmpty ? 1 : 0)
}

process.stdout.on('error', () => {})
await main(process.argv.slice(2)).catch((error) => {
  explain(error)
  process.stdout.write('\n0 passed, 1 failed\n')
})
