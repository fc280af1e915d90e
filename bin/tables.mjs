import { fileURLToPath } from 'node:url'
import { explain, onEnd, reachNode24 } from './services/bootstrap.mjs'
import { inClone, root } from './services/clone.mjs'
import { run } from './services/command.mjs'
import { Progress } from './services/progress.mjs'

/** Writes the types of all tables, as the numbered SQL makes them in a PostgreSQL of its own. */
async function main() {
  const progress = new Progress()
  const log = inClone('tmp', 'test', 'npm.log')
  if (!(await reachNode24({ entry: fileURLToPath(import.meta.url), progress, log }))) return
  const { Lane } = await import('./testing/lane.mjs')
  const { TestFolder } = await import('./testing/test_folder.mjs')
  const { obtainTools } = await import('./testing/tools.mjs')
  const { tools } = await obtainTools(progress)
  const parent = inClone('tmp', 'test')
  await TestFolder.tidy(parent)
  const folder = TestFolder.claim(parent)
  const lane = new Lane({ folder, name: 'lane-1', tools })
  const close = async () => {
    await lane.stop()
    folder.remove()
  }
  onEnd(
    () => close().then(() => process.exit(1)),
    () => process.exit(1)
  )
  try {
    await progress.step('PostgreSQL', async () => {
      await lane.start()
    })
    const program = ['--import=@poppinss/ts-exec', inClone('bin', 'tables', 'write.ts')]
    await progress.step('Types of tables', async () => {
      await run(process.execPath, program, { cwd: root, env: lane.environment() })
    })
  } finally {
    await close()
  }
  process.exit(0)
}

await main().catch(explain)
