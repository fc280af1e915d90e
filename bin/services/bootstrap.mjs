import { spawn } from 'node:child_process'
import { insideEnvironment, NodePackages } from './node_packages.mjs'
import { SentenceError } from './sentence_error.mjs'

const OLDEST_NODE = 20
const NODE = 24
const MARK = 'COUNTERSIGN_STAGE'
const PARENT_CHECK_MS = 500
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * The first stage of our commands, on any Node from 20: installs the packages when they are missing,
 * then runs the same file on Node 24, and returns true in there.
 */
export async function reachNode24({ entry, progress, log }) {
  const isInside = process.env[MARK] === String(process.ppid)
  delete process.env[MARK]
  if (isInside) return true
  refuseOldNode()
  const packages = new NodePackages({ log })
  if (!packages.isComplete) {
    await progress.step('npm packages and Node 24', () => packages.install())
  }
  const node =
    Number(process.versions.node.split('.')[0]) >= NODE ? process.execPath : packages.node
  process.exitCode = await runInside(node, entry)
  return false
}

function refuseOldNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= OLDEST_NODE) return
  throw new SentenceError(`Node ${OLDEST_NODE} or newer is needed; this is ${process.version}.`)
}

/** Our own death closes the channel, by which the second stage knows to end as well. */
function runInside(node, entry) {
  const child = spawn(node, [entry, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...insideEnvironment(node), [MARK]: String(process.pid) },
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) onceOrphaned(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/** npm passes a SIGTERM on to the shell that it runs us in, and that shell ends without a word to us. */
function onceOrphaned(end) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, PARENT_CHECK_MS)
  timer.unref()
}

/** Calls `stop` once, whichever way we are asked to end; asked again after a while, `hurry`. */
export function onEnd(stop, hurry) {
  let askedAt = null
  const ask = (reason) => {
    if (askedAt === null) {
      askedAt = Date.now()
      stop(reason)
    } else if (Date.now() - askedAt > 2000) {
      // one Ctrl-C arrives here up to three times: from the terminal, from npm and from the first stage
      hurry()
    }
  }
  for (const signal of SIGNALS) process.on(signal, () => ask(signal))
  if (process.channel) {
    process.on('disconnect', () => ask('disconnect'))
    process.channel.unref()
  }
}

/** Says what went wrong: a sentence where we have one, else the whole trace. */
export function explain(error) {
  const isPlain = error instanceof SentenceError || error?.name === 'CommandFailed'
  process.stderr.write(`\n${isPlain ? error.message : (error?.stack ?? error)}\n`)
  process.exitCode = 1
}
