/**
 * The pages behind a signing link: requests per second, and what one costs the web process:
 *
 *   npm run bench -- signer_pages/signing_page
 *
 * The web process runs alone, as in production; the load comes from here. The document has two
 * pages and two signers with a field of each type. Beside it run two pages that bound it: one that is hardly more than a layout, and
 * the same after one batch of three empty statements. Rounds take turns, so that what else the machine does falls on all alike.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import env from '#start/env'
import type { FieldOptions } from '#app/documents/field_kinds/field_options'
import type { FieldType } from '#app/documents/field_kinds/index'
import { WITHHELD_FROM_WEB } from '#app/foundation/processes/process_settings'
import { startApplication } from '../support/bench_application.js'
import { processorSeconds } from '../support/processor_time.js'

const CONNECTIONS = 16
/** So many readers take turns that the limit for a link and an address is not met. */
const ADDRESSES = 64
const ROUNDS = 5
const REQUESTS = Number(process.env.REQUESTS ?? 1_000)

await startApplication()
const { FIELD_TYPES } = await import('#app/documents/field_kinds/index')
const { CurrentTenant } = await import('#app/tenancy/current_tenant')
const { ANA, BEN, makeDocument } = await import('#tests/factories/document_factory')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { SigningLink } = await import('#tests/support/signing_link')

const web = fork(new URL('./web_process.ts', import.meta.url), {
  execArgv: ['--import=@poppinss/ts-exec'],
  env: { ...process.env, ...WITHHELD_FROM_WEB, NODE_ENV: 'production', LOG_LEVEL: 'info' },
})
process.once('exit', () => web.kill())
await once(web, 'message')
const pools = Array.from({ length: ADDRESSES }, (_, at) => {
  const localAddress = `127.0.1.${at + 1}`
  return new Pool(`http://${env.get('HOST')}:${env.get('PORT')}`, { connections: 1, localAddress })
})

const tenant = await makeTenant()
const OPTIONS: Partial<Record<FieldType, FieldOptions>> = {
  radio: { group: 'one', choice: 'First' },
  select: { choices: ['First', 'Second'] },
  note: { text: 'Read this' },
}
const fields = FIELD_TYPES.map((type, at) => {
  return { type, page: 1, x: 60, y: 100 + at * 50, width: 180, height: 40, options: OPTIONS[type] }
})
const signers = [ANA, BEN].map((signer) => ({ ...signer, fields }))
const made = () =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => makeDocument({ signers }))
const fresh = await SigningLink.of(tenant, await made())
const reading = await SigningLink.of(tenant, await made())
await reading.consent()

const paths = {
  'signing page': reading.path,
  'consent page': fresh.path,
  'bare: a page after one batch': '/bare/batch',
  'bare: a page': '/bare/page',
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
for (const [name, { seconds, cpu }] of sums) {
  const perSecond = Math.round(total / seconds)
  const ms = ((cpu * 1000) / total).toFixed(3)
  console.log(
    `${name.padEnd(30)} ${String(perSecond).padStart(6)} /s  ${ms} ms CPU of the web process`
  )
}
const [page, , batch] = [...sums.values()]
console.log(`of the bare page’s rate after one batch: ${percent(batch.seconds / page.seconds)} %`)
console.log(`of its CPU:                               ${percent(page.cpu / batch.cpu)} %`)
process.exit()

async function load(path: string, requests: number): Promise<void> {
  const headers = { 'host': reading.host, 'user-agent': 'Bench/1.0' }
  let left = requests
  const work = async () => {
    while (left-- > 0) {
      const pool = pools[left % ADDRESSES]
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
}

function percent(ratio: number): string {
  return (ratio * 100).toFixed(0)
}
