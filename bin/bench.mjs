import { fileURLToPath } from 'node:url'
import { explain, reachNode24 } from './services/bootstrap.mjs'
import { inClone } from './services/clone.mjs'
import { Progress } from './services/progress.mjs'

/** One benchmark of tests/bench, on servers of its own that keep what they confirm. */
async function main([name, ...args]) {
  const progress = new Progress()
  const log = inClone('tmp', 'bench', 'npm.log')
  if (!(await reachNode24({ entry: fileURLToPath(import.meta.url), progress, log }))) return
  const { BenchRun } = await import('./testing/bench_run.mjs')
  process.exit(await new BenchRun({ progress, name, args }).run())
}

await main(process.argv.slice(2)).catch(explain)
