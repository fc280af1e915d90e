/**
 * GET documents/:id: requests per second, and what one costs the web process:
 *
 *   node --import=@poppinss/ts-exec tests/bench/api/get_document.ts
 *
 * Environment variables as for the tests. The web process runs alone, as in production; the load comes from here. Beside the operation
 * run two that bound it: one with the same key check and a single query, and one without a key or a query at all. Rounds of the three
 * take turns, so that what else the machine does falls on all alike.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import env from '#start/env'
import { startApplication } from '../support/bench_application.js'
import { processorSeconds } from '../support/processor_time.js'

const CONNECTIONS = 16
const ROUNDS = 5
const REQUESTS = Number(process.env.REQUESTS ?? 2_000)

await startApplication()
const { ApiClient } = await import('#tests/factories/api_client')
const { makePdf } = await import('#tests/factories/pdf_factory')
const { makeTenant } = await import('#tests/factories/tenant_factory')

const web = fork(new URL('./web_process.ts', import.meta.url), {
  execArgv: ['--import=@poppinss/ts-exec'],
  env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info' },
})
await once(web, 'message')
const origin = `http://${env.get('HOST')}:${env.get('PORT')}`
const pool = new Pool(origin, { connections: CONNECTIONS })

const client = await ApiClient.of(await makeTenant(), 'live')
const file = Buffer.from(await makePdf()).toString('base64')
const signature = { type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }
const signers = [
  { name: 'Ana Buyer', email: 'ana@example.test', fields: [signature] },
  { name: 'Ben Seller', email: 'ben@example.test', fields: [signature] },
]
const made = await client.post('/api/v1/documents', { title: 'Lease', file, signers })
if (made.status !== 201) throw new Error(made.text)

const paths = {
  'GET documents/:id': `/api/v1/documents/${made.body.id}`,
  'bare: key check and one query': '/api/v1/bare',
  'bare: neither key nor query': '/api/v1/health',
}
const sums = new Map(Object.keys(paths).map((name) => [name, { seconds: 0, cpu: 0 }]))

for (const path of Object.values(paths)) await load(path, 1_000)
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, path] of Object.entries(paths)) {
    const sum = sums.get(name) ?? { seconds: 0, cpu: 0 }
    const cpu = processorSeconds([web.pid ?? 0])
    const startedAt = performance.now()
    await load(path, REQUESTS)
    sum.seconds += (performance.now() - startedAt) / 1000
    sum.cpu += processorSeconds([web.pid ?? 0]) - cpu
  }
}

const total = ROUNDS * REQUESTS
const [document, bare] = [...sums.values()]
for (const [name, { seconds, cpu }] of sums) {
  const perSecond = Math.round(total / seconds)
  const ms = ((cpu * 1000) / total).toFixed(3)
  console.log(
    `${name.padEnd(30)} ${String(perSecond).padStart(6)} /s  ${ms} ms CPU of the web process`
  )
}
console.log(
  `of the bare operation's rate: ${((bare.seconds / document.seconds) * 100).toFixed(0)} %`
)
console.log(`of the bare operation's CPU:  ${((document.cpu / bare.cpu) * 100).toFixed(0)} %`)
web.kill()
process.exit()

async function load(path: string, requests: number): Promise<void> {
  const headers = { host: client.host, authorization: `Bearer ${client.secret}` }
  let left = requests
  const work = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
}
