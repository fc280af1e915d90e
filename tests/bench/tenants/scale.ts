/**
 * What many tenants in one cell cost: how fast they are made and migrated, what a request to any of them takes beside one to a single
 * tenant, what PostgreSQL's backends hold, and how long the web process takes to start:
 *
 *   node --import=@poppinss/ts-exec tests/bench/tenants/scale.ts [tenants]
 *
 * Environment variables as for the tests, and a database that may be thrown away; DATABASE_URL may lead through PgBouncer. The web
 * process is one of its own. Requests over all tenants and to one take turns, so that what else the machine does falls on both alike.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Pool } from 'undici'
import env from '#start/env'
import { startApplication } from '../support/bench_application.js'
import { percentile } from '../flow/timing.js'

const TENANTS = Number(process.argv[2] ?? 1_000)
const AT_ONCE = 4
const CONNECTIONS = 8
const REQUESTS = 2_000
const ROUNDS = 4
const MEGABYTE = 1_024

interface Caller {
  host: string
  authorization: string
}

await startApplication()
const { ApiClient } = await import('#tests/factories/api_client')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { Cell } = await import('#app/tenancy/cell')
const { SchemaTemplates } = await import('#app/tenancy/schema_template')
const { TenantMigration } = await import('#app/tenants/tenant_migration')
const { nextRelease } = await import('./next_release.js')

const origin = `http://${env.get('HOST')}:${env.get('PORT')}`
const cell = Cell.named('main')

const before = await startTimes()
const callers: Caller[] = []
const making = await seconds(() =>
  inTurns(TENANTS, async () => {
    const { host, secret } = await ApiClient.of(await makeTenant({ plan: 'enterprise' }), 'live')
    callers.push({ host, authorization: `Bearer ${secret}` })
  })
)
console.log(`${TENANTS} tenants made, each with a key: ${(TENANTS / making).toFixed(1)} /s`)

const after = await startTimes()
console.log(
  `web: ready after ${before.toFixed(0)} ms with none of them, ${after.toFixed(0)} ms with all`
)

const web = await startWeb()
const pool = new Pool(origin, { connections: CONNECTIONS })
await load(callers, TENANTS)
const over = { all: [] as number[], one: [] as number[] }
for (let round = 0; round < ROUNDS; round += 1) {
  over.all.push(...(await load(callers, REQUESTS)))
  over.one.push(...(await load(callers.slice(0, 1), REQUESTS)))
}
for (const [name, taken] of Object.entries(over))
  console.log(
    `GET keys/current, ${name.padEnd(3)} of them: p50 ${percentile(taken, 0.5).toFixed(1)} ms  p99 ${percentile(taken, 0.99).toFixed(1)} ms`
  )
console.log(
  `p99 over all is ${(percentile(over.all, 0.99) / percentile(over.one, 0.99)).toFixed(2)}× that of one`
)
console.log(`PostgreSQL’s backends hold ${await backendMemory()} MB each after that, at most`)

const release = await nextRelease()
const migration = await seconds(async () => {
  const { failed } = await new TenantMigration(cell, new SchemaTemplates(() => release)).run()
  if (failed.length > 0) throw new Error(`${failed.length} tenants were not migrated`)
})
console.log(`all migrated to a release with one more table: ${(TENANTS / migration).toFixed(0)} /s`)
web.kill('SIGKILL')
process.exit()

async function startWeb(): Promise<ChildProcess> {
  const child = fork(new URL('../api/web_process.ts', import.meta.url), {
    execArgv: ['--import=@poppinss/ts-exec'],
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error' },
  })
  await once(child, 'message')
  return child
}

/** @returns the shortest of three starts, in ms */
async function startTimes(): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const from = performance.now()
    const child = await startWeb()
    taken.push(performance.now() - from)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return Math.min(...taken)
}

/** Each caller in turn. @returns ms of each request */
async function load(who: readonly Caller[], requests: number): Promise<number[]> {
  const taken: number[] = []
  let next = 0
  const work = async () => {
    while (next < requests) {
      const headers = { ...who[next++ % who.length] }
      const from = performance.now()
      const answer = await pool.request({ path: '/api/v1/keys/current', method: 'GET', headers })
      await answer.body.dump()
      if (answer.statusCode !== 200 && answer.statusCode !== 429)
        throw new Error(`answers ${answer.statusCode}`)
      taken.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return taken
}

async function inTurns(count: number, make: () => Promise<unknown>): Promise<void> {
  let left = count
  const work = async () => {
    while (left-- > 0) await make()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1_000
}

/** Resident and not shared, of the largest backend of a tenant unit. */
async function backendMemory(): Promise<string> {
  const pids = await cell.as('relay', async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = $1`,
      [cell.roles.app]
    )
    return rows.map(({ pid }) => pid)
  })
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / MEGABYTE
    })
  )
  return Math.max(0, ...sizes).toFixed(0)
}
