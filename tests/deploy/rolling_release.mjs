import { fileURLToPath } from 'node:url'
import { explain, onEnd, reachNode24 } from '../../bin/services/bootstrap.mjs'
import { inClone } from '../../bin/services/clone.mjs'
import { Progress } from '../../bin/services/progress.mjs'

/** `node tests/deploy/rolling_release.mjs [REVISION]`: from that release to the one that is in this clone. */
async function main([revision]) {
  const progress = new Progress()
  const log = inClone('tmp', 'rolling', 'npm.log')
  if (!(await reachNode24({ entry: fileURLToPath(import.meta.url), progress, log }))) return
  const { RollingRelease } = await import('./support/rolling_release.mjs')
  const release = new RollingRelease({ progress, revision })
  onEnd(
    () => release.close().then(() => process.exit(1)),
    () => process.exit(1)
  )
  process.exit((await release.run()) ? 0 : 1)
}

await main(process.argv.slice(2)).catch(explain)
