/**
 * How long the web process takes from nothing to its first answer, and what web and worker hold in memory when idle:
 *
 *   npm run bench -- flow/start
 *
 * Both run compiled, as in production; memory is that of each process with all that it started (PSS, so that what they share counts once).
 * The ceiling is Node itself, starting to answer.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import env from '#start/env'
import { WITHHELD_FROM_WEB } from '#app/foundation/processes/process_settings'
import { program } from '#tests/support/program'
import { startApplication } from '../support/bench_application.js'
import { withChildren } from '../support/processor_time.js'
import { percentile } from './timing.js'

const ROUNDS = 7
const IDLE_MS = 10_000
const PORT = env.get('PORT')
const SETTINGS = {
  ...process.env,
  DATABASE_ADMIN_URL: '',
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
}
const BARE = `require('node:http').createServer((_, answer) => answer.end()).listen(${PORT}, '127.0.0.1')`

await startApplication()
const bare = await rounds(['-e', BARE])
const web = await rounds(program('bin/server'))
console.log(
  `web: first answer after ${percentile(web, 0.5).toFixed(0)} ms (p50 of ${ROUNDS}), bare Node after ${percentile(bare, 0.5).toFixed(0)} ms`
)

const children = [start(program('bin/server')), start([...program('bin/console'), 'worker'])]
await pause(IDLE_MS)
const memory = children.map(({ pid }) => megabytes(pid ?? 0))
console.log(
  `idle: web ${memory[0].toFixed(0)} MB + worker ${memory[1].toFixed(0)} MB = ${(memory[0] + memory[1]).toFixed(0)} MB, children included`
)
for (const child of children) child.kill('SIGTERM')
process.exit()

async function rounds(args: string[]): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) taken.push(await firstAnswer(args))
  return taken
}

async function firstAnswer(args: string[]): Promise<number> {
  const from = performance.now()
  const child = start(args)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!(await isAnswering())) await pause(10)
  const taken = performance.now() - from
  child.kill('SIGTERM')
  await ended
  return taken
}

function start(args: string[]) {
  const settings = args.includes('worker') ? SETTINGS : { ...SETTINGS, ...WITHHELD_FROM_WEB }
  return spawn(process.execPath, args, {
    env: settings,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function isAnswering(): Promise<boolean> {
  const answer = await request(`http://127.0.0.1:${PORT}/internal/health`).catch(() => null)
  await answer?.body.dump()
  return answer?.statusCode === 200
}

/** Megabytes of a process and all that it started: what it shares with others counts in part. */
function megabytes(pid: number): number {
  return withChildren(pid)
    .map((each) => /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8')))
    .reduce((sum, line) => sum + Number(line?.[1] ?? 0) / 1000, 0)
}
