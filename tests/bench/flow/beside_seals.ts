/**
 * How long requests wait while many documents are sealed, and how much memory web and worker take at most:
 *
 *   npm run bench -- flow/beside_seals
 *
 * DOCUMENTS for more or fewer than 100. The worker is held while all sign, and then let go, so that nothing but seals, mails and webhooks runs
 * beside the requests: one reads a document by API, one a signer's page, fifty times a second in all, whether those before are answered or not.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { withChildren } from '../support/processor_time.js'
import { contract, finish, readDocument, send, type Sent } from './contract.js'
import { Installation } from './installation.js'
import { atOnce, percentile } from './timing.js'

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 100)
const IDLE_MS = 20_000
const EVERY_MS = 40
/** So many take turns that the limit for a link and an address is not met. */
const PROBED = 40

const installation = await Installation.start()
const made = await contract(10)
const probed: Sent[] = []
await atOnce(4, PROBED, async () => void probed.push(await send(installation, made)))
await signed(3)
await installation.isIdle()

const idle = await waits(() => pause(IDLE_MS))
installation.holdWorker()
const documents = await signed(DOCUMENTS)
const busy = await waits(async () => {
  const ended = documents.map((id) => installation.completionOf(id))
  installation.releaseWorker()
  await Promise.all(ended)
})
show('idle', idle)
show(`beside ${DOCUMENTS} seals`, busy)
console.log(
  `p99 beside seals: ${(percentile(busy.taken, 0.99) / percentile(idle.taken, 0.99)).toFixed(2)}× idle`
)
console.log(`${DOCUMENTS} documents of 10 pages sealed in ${(busy.ms / 1000).toFixed(1)} s`)
await installation.stop()
process.exit()

interface Waits {
  taken: number[]
  ms: number
  peaks: { web: number; worker: number }
}

/** Documents that everybody has signed. */
async function signed(count: number): Promise<string[]> {
  const ids: string[] = []
  await atOnce(4, count, async () => {
    const { id, tokens } = await send(installation, made)
    for (const token of tokens) await readDocument(installation, token)
    for (const token of tokens) await finish(installation, token)
    ids.push(id)
  })
  return ids
}

async function waits(work: () => Promise<unknown>): Promise<Waits> {
  const taken: number[] = []
  const asked: Promise<void>[] = []
  const peaks = { web: 0, worker: 0 }
  let isOver = false
  const ask = async (request: () => Promise<unknown>) => {
    const from = performance.now()
    await request()
    taken.push(performance.now() - from)
  }
  const asking = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const { id, tokens } = probed[turn % PROBED]
      asked.push(ask(() => installation.client.get(`/api/v1/documents/${id}`)))
      asked.push(ask(() => installation.visit(`/sign/${tokens[0]}`)))
      for (const name of ['web', 'worker'] as const)
        peaks[name] = Math.max(peaks[name], residentMegabytes(installation.pids[name]))
      await pause(EVERY_MS)
    }
  })()
  const from = performance.now()
  await work()
  const ms = performance.now() - from
  isOver = true
  await asking
  await Promise.all(asked)
  return { taken, ms, peaks }
}

/** Of a process and those that it started. */
function residentMegabytes(pid: number): number {
  return withChildren(pid).reduce((sum, one) => sum + resident(one), 0)
}

function resident(pid: number): number {
  try {
    return (
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    )
  } catch {
    return 0
  }
}

function show(name: string, { taken, peaks }: Waits): void {
  const [half, most] = [0.5, 0.99].map((share) => percentile(taken, share).toFixed(1))
  const { web, worker } = peaks
  console.log(
    `${name.padEnd(18)} ${taken.length} requests, p50 ${half} ms, p99 ${most} ms; at most web ${web.toFixed(0)} MB, worker ${worker.toFixed(0)} MB`
  )
}
