import { fileURLToPath } from 'node:url'
import { explain, onEnd, reachNode24 } from '../../bin/services/bootstrap.mjs'
import { inClone } from '../../bin/services/clone.mjs'
import { Progress } from '../../bin/services/progress.mjs'
import { SentenceError } from '../../bin/services/sentence_error.mjs'

/** `CITUS_POSTGRES=FOLDER node tests/deploy/citus.mjs [WORKERS]`: docs/decisions/cells.md says how to build what is in that folder. */
async function main([workers = '2']) {
  const progress = new Progress()
  const log = inClone('tmp', 'citus', 'npm.log')
  if (!(await reachNode24({ entry: fileURLToPath(import.meta.url), progress, log }))) return
  const installed = process.env.CITUS_POSTGRES
  if (!installed)
    throw new SentenceError('Set CITUS_POSTGRES to the folder of a PostgreSQL with Citus')
  const { CitusTrial } = await import('./support/citus_trial.mjs')
  const trial = new CitusTrial({ progress, installed, workers: Number(workers) })
  onEnd(
    () => trial.close().then(() => process.exit(1)),
    () => process.exit(1)
  )
  await trial.run().finally(() => trial.close())
  process.exit()
}

await main(process.argv.slice(2)).catch(explain)
