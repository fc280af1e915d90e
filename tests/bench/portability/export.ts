/**
 * How much memory a large tenant takes on its way out and in again:
 *
 *   npm run bench -- portability/export [megabytes]
 *
 * The files are random bytes, ten megabytes each; random is what encrypted files are.
 */
import { randomFillSync } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { newId } from '#app/foundation/identifier'
import { startApplication } from '../support/bench_application.js'

const MEGABYTES = Number(process.argv[2] ?? 300)
const MB = 1024 * 1024
const POLL_MS = 20

await startApplication()
const { StoredFiles } = await import('#app/portability/stored_files')
const { TenantErasure } = await import('#app/portability/erasure/tenant_erasure')
const { TenantExport } = await import('#app/portability/tenant_export')
const { TenantImport } = await import('#app/portability/tenant_import')
const { CurrentTenant } = await import('#app/tenancy/current_tenant')
const { makeDocument } = await import('#tests/factories/document_factory')
const { makeTenant } = await import('#tests/factories/tenant_factory')

const tenant = await makeTenant()
const scope = { tenant: tenant.ref, environment: 'live' as const }
const { id } = await CurrentTenant.run(scope, () => makeDocument())
const bytes = Buffer.allocUnsafe(10 * MB)
for (let made = 0; made < MEGABYTES; made += 10) {
  const content = Readable.from([randomFillSync(bytes)])
  await new StoredFiles(tenant.id).write(`live/${id}/${newId('fil')}`, content)
}
const file = join(tmpdir(), `${tenant.id}.tar`)

await measured('export', () => new TenantExport(tenant).write(file))
console.log(`archive  ${Math.round((await stat(file)).size / MB)} MB`)
await measured('erase', () => TenantErasure.run(tenant.id))
await measured('import', async () => (await TenantImport.open(file)).run())
await TenantErasure.run(tenant.id)
await rm(file)
process.exit()

async function measured(name: string, work: () => Promise<unknown>): Promise<void> {
  const before = process.memoryUsage.rss()
  let peak = before
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), POLL_MS)
  const start = performance.now()
  await work()
  clearInterval(look)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const memory = [before, peak].map((value) => Math.round(value / MB))
  console.log(
    `${name.padEnd(8)} ${seconds} s, memory ${memory[0]} MB before, at most ${memory[1]} MB`
  )
}
