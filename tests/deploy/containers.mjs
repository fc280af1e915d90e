import { fileURLToPath } from 'node:url'
import { explain, onEnd, reachNode24 } from '../../bin/services/bootstrap.mjs'
import { inClone } from '../../bin/services/clone.mjs'
import { Progress } from '../../bin/services/progress.mjs'

/** `node tests/deploy/containers.mjs`, as root with Debian's debootstrap, buildah, podman and podman-compose. */
async function main() {
  const progress = new Progress()
  const log = inClone('tmp', 'containers', 'npm.log')
  if (!(await reachNode24({ entry: fileURLToPath(import.meta.url), progress, log }))) return
  const { ContainerTrial } = await import('./support/container_trial.mjs')
  const trial = new ContainerTrial(progress)
  onEnd(
    () => trial.close().then(() => process.exit(1)),
    () => process.exit(1)
  )
  await trial.run().finally(() => trial.close())
  process.exit()
}

await main().catch(explain)
