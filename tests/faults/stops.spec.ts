import { Agent as KeepAlive, request, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import env from '#start/env'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { freePort } from '#app/foundation/processes/free_port'
import { MuteServer } from '#tests/support/mute_server'
import { asSuperuser, superuserOf } from '#tests/support/superuser'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'

const CLIENTS = 8
/** Of the process under test; what it adds for answers that are under way is shortened by its time scale. */
const DRAIN_S = '1'
/** Generous: the machine may have other things to do. */
const GONE_WITHIN_MS = 20_000

interface Heard {
  status: number
  headers: IncomingHttpHeaders
}

function databaseAt(port: number): string {
  const url = new URL(env.get('DATABASE_URL'))
  url.port = String(port)
  return url.href
}

test.group('A web process told to stop', (group) => {
  let client: ApiClient

  // each its own: those that ask without end use up what a key may ask in a minute
  group.each.setup(async () => {
    client = await ApiClient.of(await makeTenant(), 'live')
  })

  const start = (more: Record<string, string> = {}) =>
    WebProcess.start({ NODE_ENV: 'test', TIME_SCALE: '0.1', DRAIN_SECONDS: DRAIN_S, ...more })

  const ask = (web: WebProcess, path: string, agent?: KeepAlive) =>
    new Promise<Heard>((resolve, reject) => {
      const headers = { host: client.host, authorization: `Bearer ${client.secret}` }
      const asked = request(`${web.origin}${path}`, { agent, headers }, (answer) => {
        answer.resume().once('error', reject)
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
        )
      })
      asked.once('error', reject).end()
    })
  const logged = () =>
    CurrentTenant.run({ tenant: client.tenant.ref, environment: 'live' }, async () => {
      const [[{ count }]] = await CurrentTenant.batch([
        { text: 'select count(*)::int as count from api_requests' },
      ])
      return Number(count)
    })

  test('answers whatever it has taken, asks every client to leave, and ends well', async ({
    assert,
  }) => {
    const web = await start()
    const before = await logged()
    const heard: Heard[] = []
    let mayAsk = true
    const agents = Array.from({ length: CLIENTS }, () => new KeepAlive({ keepAlive: true }))
    const clients = agents.map(async (agent) => {
      while (mayAsk) heard.push(await ask(web, '/api/v1/documents?limit=25', agent))
    })
    await until(() => heard.length > 5 * CLIENTS)
    web.send('SIGTERM')
    await until(async () => (await ask(web, '/internal/ready')).status === 503)
    const toldSoFar = heard.length
    await until(() => heard.length > toldSoFar + 2 * CLIENTS)
    mayAsk = false
    await Promise.all(clients)
    for (const agent of agents) agent.destroy()
    assert.deepEqual(await web.end, { code: 0, signal: null }, web.output)
    assert.deepEqual([...new Set(heard.map(({ status }) => status))], [200])
    assert.equal(heard.at(-1)?.headers.connection, 'close')
    assert.equal(await logged(), before + heard.length)
    assert.notInclude(web.output, 'could not be logged')
  })

  test('does not stay for a client that goes on asking', async ({ assert }) => {
    const web = await start()
    const agent = new KeepAlive({ keepAlive: true, maxSockets: 1 })
    const outcomes = new Set<number | string>()
    const asking = (async () => {
      while (!web.hasEnded)
        await ask(web, '/api/v1/documents', agent).then(
          ({ status }) => outcomes.add(status),
          async ({ code }) => (outcomes.add(code), await pause(20))
        )
    })()
    await until(() => outcomes.has(200))
    const toldAt = performance.now()
    web.send('SIGTERM')
    assert.deepEqual(await web.end, { code: 0, signal: null }, web.output)
    assert.isBelow(performance.now() - toldAt, GONE_WITHIN_MS)
    await asking
    agent.destroy()
    assert.isEmpty([...outcomes].filter((outcome) => typeof outcome === 'number' && outcome >= 500))
  })

  test('waits for no answer beyond its deadline', async ({ assert, cleanup }) => {
    const web = await start({ DRAIN_SECONDS: '0' })
    const superuser = await superuserOf(Cell.named('main').database)
    cleanup(() => superuser.end())
    await superuser.query('begin')
    await superuser.query(`lock table ${schemaNames(client.tenant.id).live}.documents`)
    const cut = ask(web, '/api/v1/documents').catch(({ code }) => code)
    await until(async () => {
      const { rows } = await superuser.query('select from pg_locks where not granted')
      return rows.length > 0
    })
    web.send('SIGTERM')
    assert.deepEqual(await web.end, { code: 1, signal: null }, web.output)
    assert.equal(await cut, 'ECONNRESET')
    assert.match(web.output, /"method":"GET","path":"\/api\/v1\/documents","seconds":/)
  })

  test('ends immediately on a second signal', async ({ assert }) => {
    const web = await start({ DRAIN_SECONDS: '600' })
    web.send('SIGTERM')
    await until(async () => (await ask(web, '/internal/ready')).status === 503)
    web.send('SIGTERM')
    assert.deepEqual(await web.end, { code: 143, signal: null }, web.output)
  })
})

test.group('A process told to stop while it starts', (group) => {
  let hanging: MuteServer

  group.setup(async () => {
    hanging = await MuteServer.open()
    return () => hanging.close()
  })

  test('as web ends at once', async ({ assert }) => {
    const web = await WebProcess.begin({ DATABASE_URL: databaseAt(hanging.port) })
    const before = hanging.calls
    await until(() => hanging.calls > before)
    web.send('SIGTERM')
    assert.deepEqual(await web.end, { code: 0, signal: null }, web.output)
  })

  test('as worker ends at once', async ({ assert }) => {
    const before = hanging.calls
    const worker = WorkerProcess.start({ DATABASE_URL: databaseAt(hanging.port) })
    await until(() => hanging.calls > before || worker.output !== '')
    worker.send('SIGTERM')
    assert.deepEqual(await worker.end, { code: 0, signal: null }, worker.output)
  })
})

test.group('A worker', () => {
  test('that has just started takes the checkpoint that is due, and names authorities for time stamps that give none', async ({
    assert,
    cleanup,
  }) => {
    const query = (text: string) =>
      asSuperuser(Cell.named('main').database, async (client) => (await client.query(text)).rows)
    await query(`insert into cell.ticks (name, due_at, done_at) values ('audit checkpoint', now(), now() - interval '1 hour')
                     on conflict (name) do update set due_at = excluded.due_at, done_at = excluded.done_at`)
    const silent = `http://127.0.0.1:${await freePort()}/`
    const worker = WorkerProcess.start({ TIME_SCALE: '1', TSA_URL: silent })
    cleanup(() => worker.kill())
    const done = `select from cell.ticks
      where name = 'audit checkpoint' and done_at > now() - interval '1 minute' and due_at > now() + interval '8 minutes'`
    await until(async () => (await query(done)).length === 1).catch(async (cause: unknown) => {
      const schedule = JSON.stringify(await query('select * from cell.ticks'))
      throw new Error(`The checkpoint was not taken: ${schedule}\n${worker.output}`, { cause })
    })
    assert.notInclude(worker.output, 'overdue')
    await until(() => worker.output.includes('gives no time stamps'))
    assert.include(worker.output, silent)
  })

  test('that cannot start says so, and fails', async ({ assert }) => {
    const worker = WorkerProcess.start({ DATABASE_URL: databaseAt(await freePort()) })
    assert.deepEqual(await worker.end, { code: 1, signal: null }, worker.output)
    assert.include(worker.output, 'ECONNREFUSED')
  })
})
