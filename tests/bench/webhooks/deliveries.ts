/**
 * Webhook deliveries per second with their log, and how late they are:
 *
 *   node --import=@poppinss/ts-exec tests/bench/webhooks/deliveries.ts
 *
 * Environment variables as for the tests. Worker, receiver, PostgreSQL and Redis are processes of their own. First a bare loop of
 * signed POSTs with undici, which is as fast as sending alone can be here; then a backlog that one worker empties; then a steady
 * flow of events, for the time between an event and its arrival. Each event is committed, fanned out, delivered and logged.
 */
import { fork, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { startApplication } from '../support/bench_application.js'
import { processorSeconds, withChildren } from '../support/processor_time.js'

const TENANTS = 8
const BACKLOG = Number(process.env.BACKLOG ?? 6_000)
const FLOW_PER_SECOND = Number(process.env.FLOW ?? 500)
const FLOW_SECONDS = 10
const EVENTS_PER_UNIT = 10
const CONNECTIONS = 50
const WARM_UP_MS = 2_000
const BODY = JSON.stringify({ event: 'document.signed', data: { text: 'x'.repeat(600) } })

await startApplication()
const { record } = await import('#app/events/record')
const { Cell } = await import('#app/tenancy/cell')
const { CurrentTenant, unit } = await import('#app/tenancy/current_tenant')
const { default: Endpoint } = await import('#app/webhooks/endpoint')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { asSuperuser } = await import('#tests/support/superuser')
const { openRedis } = await import('#app/queue/redis_connection')

const receiver = fork(new URL('./receiver_process.ts', import.meta.url), {
  execArgv: ['--import=@poppinss/ts-exec'],
})
const [{ address }] = (await once(receiver, 'message')) as [{ address: { port: number } }]
const url = `http://127.0.0.1:${address.port}/hook`
const database = Cell.named('main').database
const postgresPid = await asSuperuser(database, async (superuser) => {
  const { rows } = await superuser.query(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`
  )
  await superuser.query('truncate cell.outbox')
  return Number(rows[0].pid)
})
const redisPid = Number(/process_id:(\d+)/.exec(await openRedis('working').info('server'))?.[1])

await ceiling()
const tenants = await Promise.all(Array.from({ length: TENANTS }, () => makeTenant()))
for (const tenant of tenants)
  await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
    Endpoint.register({ url })
  )
if (process.env.RESET)
  await asSuperuser(database, (s) => s.query('select pg_stat_statements_reset()'))
await backlog()
await flow()
receiver.disconnect()
process.exit()

async function ceiling() {
  const pool = new Pool(new URL(url).origin, { connections: CONNECTIONS })
  const key = 'whsec_bench'
  let left = BACKLOG
  const own = process.cpuUsage()
  const startedAt = performance.now()
  const send = async () => {
    while (left-- > 0) {
      const signature = createHmac('sha256', key).update(BODY).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-service-signature': signature }
      const { body } = await pool.request({ method: 'POST', path: '/hook', headers, body: BODY })
      await body.dump()
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(own)
  await pool.close()
  console.log(
    `bare signed POSTs  ${rate(BACKLOG, seconds)}/s   ${micro((user + system) / 1e6, BACKLOG)} µs of processor time each in the sender`
  )
}

async function backlog() {
  receiver.send('reset')
  for (let made = 0; made < BACKLOG; made += EVENTS_PER_UNIT)
    await recordEvents(made / EVENTS_PER_UNIT)
  const worker = await startWorker()
  const { count } = await until(BACKLOG / 5) // by then the worker is warm
  const before = usage(worker.pid!)
  const startedAt = performance.now()
  const from = count
  await until(BACKLOG)
  const seconds = (performance.now() - startedAt) / 1000
  tell('backlog', BACKLOG - from, seconds, before, usage(worker.pid!))
  await stopWorker(worker)
}

async function flow() {
  const worker = await startWorker()
  await pause(WARM_UP_MS)
  receiver.send('reset')
  const total = FLOW_PER_SECOND * FLOW_SECONDS
  const before = usage(worker.pid!)
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
  tell('flow', total, seconds, before, usage(worker.pid!))
  lags.sort((a, b) => a - b)
  const at = (share: number) => lags[Math.min(lags.length - 1, Math.floor(lags.length * share))]
  console.log(
    `lag, event → arrival: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`
  )
  await stopWorker(worker)
}

async function recordEvents(turn: number) {
  const { ref } = tenants[turn % TENANTS]
  await CurrentTenant.run({ tenant: ref, environment: 'live' }, () =>
    unit(async () => {
      for (let index = 0; index < EVENTS_PER_UNIT; index++)
        record({ name: 'document.signed', ref: 'doc', data: { text: 'x'.repeat(600) } })
    })
  )
}

async function startWorker() {
  const worker = spawn(
    process.execPath,
    [...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/q/prof'] : []), 'ace.js', 'worker'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LOG_LEVEL: 'warn' },
    }
  )
  await new Promise<void>((ready) =>
    worker.stdout.on('data', (text) =>
      String(text).includes('at work') ? ready() : process.stderr.write(text)
    )
  )
  return worker
}

async function stopWorker(worker: ReturnType<typeof spawn>) {
  if (process.env.PROF) await pause(300)
  worker.kill('SIGTERM')
  await once(worker, 'exit')
}

async function report(): Promise<{ count: number; lags: number[] }> {
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

function usage(workerPid: number) {
  return {
    worker: processorSeconds([workerPid]),
    postgres: processorSeconds(withChildren(postgresPid)),
    redis: processorSeconds([redisPid]),
    receiver: processorSeconds([receiver.pid!]),
  }
}

function tell(
  name: string,
  count: number,
  seconds: number,
  before: ReturnType<typeof usage>,
  after: ReturnType<typeof usage>
) {
  const parts = (['worker', 'postgres', 'redis', 'receiver'] as const).map(
    (part) => `${part} ${micro(after[part] - before[part], count)}`
  )
  console.log(
    `${name.padEnd(18)} ${rate(count, seconds)}/s   µs of processor time each: ${parts.join(', ')}`
  )
}

function rate(count: number, seconds: number) {
  return String(Math.round(count / seconds)).padStart(6)
}

function micro(seconds: number, count: number) {
  return Math.round((seconds * 1e6) / count)
}
