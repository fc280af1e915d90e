import { writeFile } from 'node:fs/promises'
import { application } from '../../bin/application.js'

/** Tenants of tests, of whom a part of a suite makes some three hundred; every fifth has a sandbox. */
const COUNT = 340
const SANDBOX_OF = 5
const AT_ONCE = 2

const [file] = process.argv.slice(2)
const app = application().createApp('console')
await app.init()
await app.boot()
const { newId } = await import('#app/foundation/identifier')
const { Cell } = await import('#app/tenancy/cell')
const { TenantSchemas } = await import('#app/tenancy/schemas/tenant_schemas')
const { transaction } = await import('#app/tenancy/transactions/transaction')
const { prepareCell } = await import('./cell_under_test.js')

await prepareCell()
const cell = Cell.named('main')
const spares = { plain: [] as string[], withSandbox: [] as string[] }
const work = Array.from({ length: COUNT }, (_, place) => place % SANDBOX_OF === 0)
await Promise.all(Array.from({ length: AT_ONCE }, makeSome))
await writeFile(file, JSON.stringify(spares))
await app.terminate()

/** The schemas alone: rows come with the tenant. */
async function makeSome(): Promise<void> {
  for (let hasSandbox = work.pop(); hasSandbox !== undefined; hasSandbox = work.pop()) {
    const id = newId('ten')
    const schemas = new TenantSchemas(id, cell)
    const sandbox = hasSandbox ? await schemas.openSandbox() : ''
    const sql = `${await schemas.open()} ${sandbox}`
    await cell.as('migrator', (client) => transaction(client, () => client.query(sql)))
    spares[hasSandbox ? 'withSandbox' : 'plain'].push(id)
  }
}
