/**
 * How many tenants are made a second, whole: root key, roles, schemas, rights, first rows, visible:
 *
 *   npm run bench -- tenants/creation [tenants] [at once]
 *
 * The ceiling is PostgreSQL alone, given the very same SQL over connections that stay open: a
 * connection for each tenant, its row on the platform and its root key, flushed to disk, are what Provisioning adds. Rounds of both
 * take turns, so that what else the machine does falls on both alike.
 */
import { newId } from '#app/foundation/identifier'
import { startApplication } from '../support/bench_application.js'

const TENANTS = Number(process.argv[2] ?? 60)
const AT_ONCE = Number(process.argv[3] ?? 4)
const ROUNDS = 3

await startApplication()
const { Cell } = await import('#app/tenancy/cell')
const { TenantSchemas } = await import('#app/tenancy/schemas/tenant_schemas')
const { firstRows } = await import('#app/tenants/provisioning/new_tenant')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { default: Plan } = await import('#app/tenants/plans/plan')

const cell = Cell.named('main')
const pool = cell.pool('migrator', AT_ONCE)
const sample = await makeTenant({ name: 'Sample' })
const plan = await Plan.findOrFail(sample.planKey)
const owner = { id: newId('usr'), email: 'o@x.test', name: 'O', passwordHash: null }
const hosts = { app: 'x.localhost', signing: 'x.localhost', api: 'x.localhost' }
const rows = firstRows(sample, plan, { name: 'X', slug: 'x', plan: plan.key, owner }, hosts)

const sums = { provisioning: 0, bare: 0 }
for (let round = 0; round < ROUNDS; round += 1) {
  sums.provisioning += await timed(() => makeTenant({ name: `Tenant ${round}` }))
  sums.bare += await timed(async () => {
    const schemas = new TenantSchemas(newId('ten'), cell)
    await pool.query(`begin; ${await schemas.open(rows)} commit`)
  })
}
await pool.end()

const rate = (seconds: number) => (ROUNDS * TENANTS) / seconds
console.log(`${AT_ONCE} at once, ${ROUNDS} rounds of ${TENANTS}`)
console.log(`tenants made           ${rate(sums.provisioning).toFixed(1).padStart(6)} /s`)
console.log(`the same SQL alone     ${rate(sums.bare).toFixed(1).padStart(6)} /s`)
console.log(
  `of the SQL's rate      ${((sums.bare / sums.provisioning) * 100).toFixed(0).padStart(6)} %`
)
process.exit()

/** @returns seconds for one round */
async function timed(make: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let left = TENANTS
  const work = async () => {
    while (left-- > 0) await make()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return (performance.now() - startedAt) / 1000
}
