import { fileURLToPath } from 'node:url'
import { explain, reachNode24 } from './services/bootstrap.mjs'
import { inClone } from './services/clone.mjs'
import { Progress } from './services/progress.mjs'
import { SentenceError } from './services/sentence_error.mjs'
import { DemoFolder } from './demo/demo_folder.mjs'

const USAGE = 'npm run dev [-- --fresh]\n\n  --fresh   forget the data of earlier runs (tmp/dev)'

/** What the demo starts, in development mode, with the sources watched. */
async function main(args) {
  if (args.includes('--help')) return process.stdout.write(`${USAGE}\n`)
  const unknown = args.find((arg) => arg !== '--fresh')
  if (unknown) throw new SentenceError(`${unknown} is not known.\n\n${USAGE}`)

  const progress = new Progress()
  const folder = new DemoFolder(inClone('tmp', 'dev'))
  const log = folder.at('logs', 'npm.log')
  if (!(await reachNode24({ entry: fileURLToPath(import.meta.url), progress, log }))) return
  const [{ Demo }, { Watch }] = await Promise.all([
    import('./demo/demo.mjs'),
    import('./dev/watch.mjs'),
  ])
  const development = (run) => new Watch(run)
  const isFresh = args.includes('--fresh')
  await new Demo({ folder, progress, isFresh, command: 'dev', development }).run()
}

process.stdout.on('error', () => {}) // a terminal that went away must not keep us from ending in order
await main(process.argv.slice(2)).catch(explain)
