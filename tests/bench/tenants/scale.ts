/**
 * What many tenants cost: how fast they are made and migrated, what a request to any of them takes beside one to a single tenant, what
 * PostgreSQL's backends and disk hold, how long the web process takes to start and a backup to be made, and what an idle worker does:
 *
 *   npm run bench -- tenants/scale [tenants]
 *
 * REQUESTS sets how many there are in a round. Tenants are spread
 * over all cells that CELLS names; `through_pgbouncer.ts` and `two_cells.mjs` run the same with those around it. Requests over all
 * tenants and to one take turns, so that what else the machine does falls on both alike.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { startApplication } from '../support/bench_application.js'
import { endProcess, startProcess, startWeb } from '../support/bench_process.js'
import { processorSeconds } from '../support/processor_time.js'
import { atOnce, percentile } from '../flow/timing.js'

const TENANTS = Number(process.argv[2] ?? 1_000)
const AT_ONCE = 4
const CONNECTIONS = 4
const REQUESTS = Number(process.env.REQUESTS ?? 1_000)
const ROUNDS = 8
/** How often each tenant is met before anything is measured. */
const WARM_UP = 2
const STARTS = 3
/** Where versions of releases to come begin. */
const LATER = 9_000
const SETTLING_MS = 15_000
const IDLE_MS = 5_000
const WATCHES = 4
const WEB = new URL('../api/web_process.ts', import.meta.url)
const WORKER = new URL('../../../bin/console.ts', import.meta.url)
const PATH = '/api/v1/documents?limit=10'

await startApplication()
const { backendMemory, ownMemory, serverSeconds } = await import('../support/backends.js')
const { footprint } = await import('./footprint.js')
const { benchPlan, callerOf, tenantMaker, tenantsThere } = await import('./callers.js')
const { Cell } = await import('#app/tenancy/cell')
const { TenantMigration } = await import('#app/tenants/provisioning/tenant_migration')
const { TemplateFolder } = await import('#tests/support/template_folder')
type Caller = Awaited<ReturnType<typeof callerOf>>

await benchPlan()
const there = await tenantsThere()
if (there.length < TENANTS) await processes(there)
const callers = await make()
await processes(callers)
await requests()
await migration()
console.log(await footprint())
process.exit()

/** As many as are missing. */
async function make(): Promise<Caller[]> {
  const tenants = there.slice(0, TENANTS)
  const missing = TENANTS - tenants.length
  const makeTenant = tenantMaker()
  const spent = await measured(missing, () =>
    atOnce(AT_ONCE, missing, async () => void tenants.push(await makeTenant()))
  )
  if (missing > 0) console.log(`${missing} tenants made in ${Cell.all().length} cells: ${spent}`)
  const made: Caller[] = []
  const waiting = [...tenants]
  await atOnce(AT_ONCE, TENANTS, async () => {
    const tenant = waiting.pop()
    if (tenant) made.push(await callerOf(tenant))
  })
  return made
}

/** What it takes to start, and to wait for work, among so many tenants. */
async function processes({ length }: readonly unknown[]): Promise<void> {
  console.log(`with ${length} tenants the web process listens after ${await startTime()}`)
  console.log(`with ${length} tenants a worker with nothing to do takes ${await idleWorker()}`)
}

/** The least of some starts: time, and what the processors did. */
async function startTime(): Promise<string> {
  const taken: number[] = []
  const worked: number[] = []
  for (let round = 0; round < STARTS; round += 1) {
    const from = performance.now()
    const { child, pid } = await startWeb(WEB)
    taken.push(performance.now() - from)
    worked.push(processorSeconds([pid]))
    await endProcess(child)
  }
  return `${Math.min(...taken).toFixed(0)} ms (${(Math.min(...worked) * 1_000).toFixed(0)} ms CPU)`
}

/** Processor time of a worker that waits for work, and of PostgreSQL for it: the least of some watches. */
async function idleWorker(): Promise<string> {
  const worker = startProcess(WORKER, ['worker'], { NODE_ENV: 'production' })
  await pause(SETTLING_MS)
  const watches: [own: number, server: number][] = []
  for (let round = 0; round < WATCHES; round += 1) {
    const from = [processorSeconds([worker.pid ?? 0]), await serverSeconds()]
    await pause(IDLE_MS)
    const to = [processorSeconds([worker.pid ?? 0]), await serverSeconds()]
    watches.push([to[0] - from[0], to[1] - from[1]])
  }
  const memory = (await ownMemory(worker.pid ?? 0)).toFixed(0)
  await endProcess(worker)
  const least = (column: 0 | 1) =>
    ((Math.min(...watches.map((watch) => watch[column])) / IDLE_MS) * 100_000).toFixed(1)
  return `${least(0)} % of a processor, PostgreSQL ${least(1)} %, ${memory} MB`
}

async function requests(): Promise<void> {
  const { child, pid, origin } = await startWeb(WEB)
  const pool = new Pool(origin, { connections: CONNECTIONS })
  const used = async () => [processorSeconds([pid]), await serverSeconds()]
  const over = { all: callers, one: callers.slice(0, 1) }
  const sums = { all: nothing(), one: nothing() }
  await load(pool, callers, WARM_UP * TENANTS)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of ['all', 'one'] as const) {
      const from = await used()
      sums[name].taken.push(...(await load(pool, over[name], REQUESTS)))
      const to = await used()
      sums[name].web += to[0] - from[0]
      sums[name].postgres += to[1] - from[1]
    }
  for (const [name, sum] of Object.entries(sums))
    console.log(`GET documents, ${name.padEnd(3)} of them: ${inWords(sum)}`)
  const [all, one] = [sums.all, sums.one].map(({ taken }) => percentile(taken, 0.99))
  console.log(`p99 over all is ${(all / one).toFixed(2)}× of one`)
  const sizes = await backendMemory()
  const sum = sizes.reduce((total, size) => total + size, 0)
  console.log(
    `${sizes.length} backends of units hold ${sum.toFixed(0)} MB, the largest ${sizes[0]?.toFixed(0)}; web ${(await ownMemory(pid)).toFixed(0)} MB`
  )
  await pool.close()
  await endProcess(child)
}

interface Load {
  taken: number[]
  web: number
  postgres: number
}

function nothing(): Load {
  return { taken: [], web: 0, postgres: 0 }
}

function inWords({ taken, web, postgres }: Load): string {
  const [half, most] = [0.5, 0.99].map((share) => percentile(taken, share).toFixed(1))
  const [own, server] = [web, postgres].map((sum) => ((sum / taken.length) * 1_000).toFixed(2))
  return `p50 ${half} ms  p99 ${most} ms, CPU ${own} ms in web and ${server} ms in PostgreSQL`
}

/** Each caller in turn. @returns ms of each request */
function load(pool: Pool, who: readonly Caller[], count: number): Promise<number[]> {
  let next = 0
  return atOnce(CONNECTIONS, count, async () => {
    const { host, authorization } = who[next++ % who.length]
    const answer = await pool.request({
      method: 'GET',
      path: PATH,
      headers: { host, authorization },
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`answers ${answer.statusCode}`)
  })
}

/** One more table in every account. */
async function migration(): Promise<void> {
  const folder = await TemplateFolder.copy()
  const version = Math.max(LATER, await latestVersion()) + 1
  const table = `create table next_${version} (id text primary key);`
  await folder.write(`tenant/account/${version}_next.sql`, table)
  const spent = await measured(TENANTS, async () => {
    for (const cell of Cell.all()) {
      const { failed } = await new TenantMigration(cell, folder.read()).run({
        concurrency: AT_ONCE,
      })
      if (failed.length > 0) throw new Error(`${failed.length} tenants were not migrated`)
    }
  })
  console.log(`all migrated to a release with one more table: ${spent}`)
  await folder.remove()
}

async function latestVersion(): Promise<number> {
  const text = `select max(version) as version from cell.ledger where template = 'account'`
  const found = await Promise.all(
    Cell.all().map((cell) => cell.as('migrator', (client) => client.query(text)))
  )
  return Math.max(...found.map(({ rows }) => rows[0].version ?? 0))
}

/** How many a second, and what each took of the processors, here and in PostgreSQL. */
async function measured(count: number, work: () => Promise<unknown>): Promise<string> {
  const from = { at: performance.now(), own: process.cpuUsage(), servers: await serverSeconds() }
  await work()
  const rate = (count / (performance.now() - from.at)) * 1_000
  const { user, system } = process.cpuUsage(from.own)
  const servers = ((await serverSeconds()) - from.servers) * 1_000
  return `${rate.toFixed(1)} /s, each ${((user + system) / 1_000 / count).toFixed(1)} ms CPU here and ${(servers / count).toFixed(1)} in PostgreSQL`
}
