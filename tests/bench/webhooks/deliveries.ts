/**
 * Webhook deliveries per second with their log, how late they are, what they cost, and how fair they are:
 *
 *   npm run bench -- webhooks/deliveries
 *
 * FLOW (events a second) and FLOW_SECONDS for a longer run, PROF=<folder> for profiles of the
 * worker. Worker, receiver, PostgreSQL and Redis are processes of their own.
 *
 *   ceiling   signed POSTs with bare undici to the same receiver and one INSERT for each: sending and logging cannot be cheaper here
 *   backlog   one worker empties what has gathered
 *   flow      a steady flow of events, for the time between an event and its arrival; each is committed, fanned out, delivered, logged
 *   memory    of the worker while 200 receivers hang
 *   fairness  the lag of a tenant's single events while 50,000 deliveries of another wait for a receiver that hangs
 *
 * Processor time of PostgreSQL is that of this database's backends alone; Redis may be shared with others.
 */
import { fork, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Pool } from 'undici'
import type { TenantRef } from '#app/tenancy/tenant_ref'
import { program } from '#tests/support/program'
import { startApplication } from '../support/bench_application.js'
import { processorSeconds } from '../support/processor_time.js'

const TENANTS = 8
const BACKLOG = Number(process.env.BACKLOG ?? 6_000)
const FLOW_PER_SECOND = Number(process.env.FLOW ?? 500)
const FLOW_SECONDS = Number(process.env.FLOW_SECONDS ?? 10)
const EVENTS_PER_UNIT = 10
const CONNECTIONS = 50
const WARM_UP = 200
const HANGING_TENANTS = 20
const HANGING_EACH = 10
const FLOOD = 50_000
const SINGLES = 8
const BODY = JSON.stringify({ event: 'document.signed', data: { text: 'x'.repeat(600) } })

await startApplication()
const { record } = await import('#app/events/record')
const { Cell } = await import('#app/tenancy/cell')
const { CurrentTenant, unit } = await import('#app/tenancy/current_tenant')
const { roleName, schemaNames } = await import('#app/tenancy/tenant_ref')
const { default: Endpoint } = await import('#app/webhooks/endpoints/endpoint')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { emptyOutbox } = await import('#tests/support/outbox_view')
const { asSuperuser, superuserUrl } = await import('#tests/support/superuser')
const { openRedis } = await import('#app/foundation/redis/redis_connection')

const receiver = fork(new URL('./receiver_process.ts', import.meta.url), {
  execArgv: ['--import=@poppinss/ts-exec'],
})
const [{ address }] = (await once(receiver, 'message')) as [{ address: { port: number } }]
const url = `http://127.0.0.1:${address.port}/hook`
const hangingUrl = `http://127.0.0.1:${address.port}/hang`
const database = Cell.named('main').database
await emptyOutbox()
const redisPid = Number(/process_id:(\d+)/.exec(await openRedis('working').info('server'))?.[1])

const bareRate = await ceiling()
const tenants = await subscribers(TENANTS)
await backlog()
await flow()
await memory()
await fairness()
receiver.disconnect()
process.exit()

async function subscribers(count: number, endpoints = 1, to = url) {
  const made = []
  for (let index = 0; index < count; index++) {
    const { ref } = await makeTenant({ hasPassword: true })
    for (let endpoint = 0; endpoint < endpoints; endpoint++)
      await within(ref, () => Endpoint.register({ url: to }))
    made.push(ref)
  }
  return made
}

function within<T>(tenant: TenantRef, work: () => T): T {
  return CurrentTenant.run({ tenant, environment: 'live' }, work)
}

async function ceiling() {
  const pool = new Pool(new URL(url).origin, { connections: CONNECTIONS })
  const log = new pg.Pool({ connectionString: superuserUrl(database), max: 8 })
  await log.query('create unlogged table bench_log (at timestamptz, status int, headers jsonb)')
  const insert = { name: 'log', text: 'insert into bench_log values ($1, $2, $3)' }
  const key = 'whsec_bench'
  let left = BACKLOG
  const own = process.cpuUsage()
  const startedAt = performance.now()
  const send = async () => {
    while (left-- > 0) {
      const signature = createHmac('sha256', key).update(BODY).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-service-signature': signature }
      const { body, statusCode } = await pool.request({
        ...{ method: 'POST', path: '/hook', headers, body: BODY },
      })
      await body.dump()
      await log.query({ ...insert, values: [new Date(), statusCode, headers] })
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(own)
  await log.query('drop table bench_log')
  await log.end()
  await pool.close()
  const cost = micro((user + system) / 1e6, BACKLOG)
  console.log(`ceiling            ${rate(BACKLOG, seconds)}/s   ${cost} µs of processor time each`)
  return { perSecond: BACKLOG / seconds, cost }
}

async function backlog() {
  const worker = await startWorker()
  worker.kill('SIGSTOP')
  receiver.send('reset')
  for (let made = 0; made < BACKLOG; made += EVENTS_PER_UNIT)
    await recordEvents(made / EVENTS_PER_UNIT)
  const before = await usage(worker.pid!)
  const startedAt = performance.now()
  worker.kill('SIGCONT')
  await until(BACKLOG)
  const seconds = (performance.now() - startedAt) / 1000
  tell('backlog', BACKLOG, seconds, before, await usage(worker.pid!))
  await stopWorker(worker)
}

async function flow() {
  const worker = await startWorker()
  receiver.send('reset')
  const total = FLOW_PER_SECOND * FLOW_SECONDS
  const before = await usage(worker.pid!)
  const startedAt = performance.now()
  for (let made = 0; made < total; made += EVENTS_PER_UNIT) {
    const ahead = startedAt + (made / FLOW_PER_SECOND) * 1000 - performance.now()
    if (ahead > 0) await pause(ahead)
    await recordEvents(made / EVENTS_PER_UNIT)
  }
  const offered = (performance.now() - startedAt) / 1000
  const { lags } = await until(total)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`flow offered       ${rate(total, offered)}/s`)
  tell('flow', total, seconds, before, await usage(worker.pid!))
  lags.sort((a, b) => a - b)
  const at = (share: number) => lags[Math.min(lags.length - 1, Math.floor(lags.length * share))]
  console.log(
    `lag, event → arrival: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`
  )
  await stopWorker(worker)
}

async function memory() {
  const hanging = await subscribers(HANGING_TENANTS, HANGING_EACH, hangingUrl)
  const worker = await startWorker()
  receiver.send('reset')
  const before = residentMegabytes(worker.pid!)
  for (const tenant of hanging) await recordIn(tenant)
  const { held } = await untilHeld(HANGING_TENANTS * HANGING_EACH)
  const now = residentMegabytes(worker.pid!)
  console.log(`memory             ${before} MB at rest, ${now} MB while ${held} receivers hang`)
  await stopWorker(worker)
  receiver.send('let go')
  await emptyOutbox()
}

async function fairness() {
  const [flooding] = await subscribers(1, 1, hangingUrl)
  const [other] = await subscribers(1)
  await flood(flooding, FLOOD)
  const worker = await startWorker()
  receiver.send('reset')
  for (let made = 0; made < SINGLES; made++) {
    await recordIn(other)
    await until(made + 1)
  }
  const { lags, held } = await report()
  const worst = Math.max(...lags)
  console.log(
    `fairness           another tenant’s events arrive after ${Math.min(...lags)} to ${worst} ms, behind ${FLOOD} deliveries to a receiver that holds ${held}`
  )
  receiver.send('let go')
  await emptyOutbox()
  await stopWorker(worker)
}

/** Deliveries to the tenant's only endpoint, as fanning out would leave them. */
function flood({ id }: TenantRef, count: number) {
  const { live } = schemaNames(id)
  return asSuperuser(database, async (superuser) => {
    await superuser.query(`
      insert into ${live}.events (id, position, name, body, created_at)
      select 'evt_flood' || n, n, 'document.signed', '{}', now() from generate_series(1, ${count}) n`)
    await superuser.query(`
      insert into ${live}.webhook_deliveries (id, endpoint_id, event_id, event, next_attempt_at, created_at)
      select 'del_flood' || n, (select id from ${live}.webhook_endpoints), 'evt_flood' || n, 'document.signed', now(), now()
        from generate_series(1, ${count}) n`)
    await superuser.query(`
      insert into cell.outbox (scope, kind, lane, ref)
      select '${roleName(id, 'live')}', 'webhooks.deliver', endpoint_id, id from ${live}.webhook_deliveries`)
  })
}

async function recordEvents(turn: number) {
  await recordIn(tenants[turn % TENANTS], EVENTS_PER_UNIT)
}

function recordIn(tenant: TenantRef, count = 1) {
  return within(tenant, () =>
    unit(async () => {
      for (let index = 0; index < count; index++)
        record({ name: 'document.signed', ref: 'doc', data: { text: 'x'.repeat(600) } })
    })
  )
}

async function startWorker() {
  const { PROF } = process.env
  const profiling = PROF ? ['--cpu-prof', `--cpu-prof-dir=${PROF}`] : []
  const worker = spawn(process.execPath, [...profiling, ...program('bin/console'), 'worker'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'error' },
  })
  await new Promise<void>((ready) =>
    worker.stdout.on('data', (text) =>
      String(text).includes('worker is running') ? ready() : process.stderr.write(text)
    )
  )
  await warmUp()
  await quiet(worker.pid!)
  return worker
}

/** Whatever it loads for other work is loaded as well. */
async function quiet(pid: number) {
  for (let before = -1, now = 0; now - before > 0.05;) {
    before = processorSeconds([pid])
    await pause(1_000)
    now = processorSeconds([pid])
  }
}

/** Until its code is loaded and its connections are open. */
async function warmUp() {
  receiver.send('reset')
  for (let made = 0; made < WARM_UP; made += EVENTS_PER_UNIT)
    await recordEvents(made / EVENTS_PER_UNIT)
  await until(WARM_UP)
}

async function stopWorker(worker: ReturnType<typeof spawn>) {
  worker.kill('SIGTERM')
  await once(worker, 'exit')
}

async function report(): Promise<{ count: number; held: number; lags: number[] }> {
  receiver.send('report')
  const [message] = await once(receiver, 'message')
  return message
}

async function until(count: number) {
  for (;;) {
    const reported = await report()
    if (reported.count >= count) return reported
    await pause(50)
  }
}

async function untilHeld(count: number) {
  for (;;) {
    const reported = await report()
    if (reported.held >= count) return reported
    await pause(50)
  }
}

function residentMegabytes(pid: number) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

function commits() {
  return asSuperuser(database, async (superuser) => {
    const { rows } = await superuser.query(
      'select xact_commit::int as commits from pg_stat_database where datname = current_database()'
    )
    return Number(rows[0].commits)
  })
}

/** Of this database; the server may serve others too. */
function backends() {
  return asSuperuser(database, async (superuser) => {
    const { rows } = await superuser.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    )
    return rows.map(({ pid }) => pid)
  })
}

async function usage(workerPid: number) {
  return {
    worker: processorSeconds([workerPid]),
    postgres: processorSeconds(await backends()),
    redis: processorSeconds([redisPid]),
    receiver: processorSeconds([receiver.pid!]),
    commits: await commits(),
  }
}

function tell(
  name: string,
  count: number,
  seconds: number,
  before: Awaited<ReturnType<typeof usage>>,
  after: Awaited<ReturnType<typeof usage>>
) {
  const parts = (['worker', 'postgres', 'redis', 'receiver'] as const).map(
    (part) => `${part} ${micro(after[part] - before[part], count)}`
  )
  const transactions = ((after.commits - before.commits) / count).toFixed(2)
  const ratio = (count / seconds / bareRate.perSecond).toFixed(2)
  const times = (micro(after.worker - before.worker, count) / bareRate.cost).toFixed(1)
  console.log(
    `${name.padEnd(18)} ${rate(count, seconds)}/s   ${ratio} of the ceiling; µs of processor time each: ${parts.join(', ')} (worker: ${times} × the ceiling’s); ${transactions} transactions each`
  )
}

function rate(count: number, seconds: number) {
  return String(Math.round(count / seconds)).padStart(6)
}

function micro(seconds: number, count: number) {
  return Math.round((seconds * 1e6) / count)
}
