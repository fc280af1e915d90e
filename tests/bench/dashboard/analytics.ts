/**
 * The page with the figures of an account with 100,000 documents of two signers each, sent over two years: how PostgreSQL counts them, and how
 * long the server takes for each period, beside its ceiling:
 *
 *   npm run bench -- dashboard/analytics --documents=100000
 */
import { Pool } from 'undici'
import { startApplication } from '../support/bench_application.js'
import { startWeb } from '../support/bench_process.js'
import { copy } from '../api/many_documents.js'

const DOCUMENTS = Number(/--documents=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 100_000)
const REQUESTS = 40
const CEILING_MS = 60

await startApplication()
const { superuserOf } = await import('#tests/support/superuser')
const { Visitor, ownerOf } = await import('#tests/support/dashboard_visitor')
const { makeDocument } = await import('#tests/factories/document_factory')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { Cell } = await import('#app/tenancy/cell')
const { CurrentTenant } = await import('#app/tenancy/current_tenant')
const { schemaNames } = await import('#app/tenancy/tenant_ref')
const { ANALYTICS_DAYS, analyticsPeriod } =
  await import('#app/documents/analytics/analytics_period')
const { groups, series, steps, totals } =
  await import('#app/documents/analytics/analytics_statements')

const web = await startWeb(new URL('./web_process.ts', import.meta.url))
const tenant = await makeTenant({ plan: 'enterprise' })
const owner = await ownerOf(tenant)
const scope = { tenant: tenant.ref, environment: 'live' as const }
const { id: first } = await CurrentTenant.run(scope, () =>
  makeDocument({ by: { type: 'user', id: owner.id, name: owner.name } })
)
const superuser = await superuserOf(Cell.named('main').database)
const { account, live } = schemaNames(tenant.id)
await superuser.query(`set search_path = ${live}, ${account}`)
await copy(superuser, first, DOCUMENTS)
await superuser.query(`
  update documents d set sent_at = n.sent_at, status = case when n.place % 5 < 4 then 'completed' else 'expired' end,
         completed_at = case when n.place % 5 < 4 then n.sent_at + n.place % 97 * interval '1 hour' end
    from (select id, place, now() - place * interval '2 years' / ${DOCUMENTS} as sent_at
            from (select id, row_number() over (order by created_at desc) as place from documents) p) n
   where n.id = d.id`)
await superuser.query(`
  update signers s set sent_at = d.sent_at, opened_at = d.sent_at, consented_at = d.completed_at, signed_at = d.completed_at
    from documents d where d.id = s.document_id`)
await superuser.query('vacuum analyze documents')
await superuser.query('vacuum analyze signers')

for (const days of ANALYTICS_DAYS) {
  const period = analyticsPeriod(String(days))
  for (const [name, of] of Object.entries({ totals, groups, steps, series })) {
    const { text, values } = of(null, period)
    const { rows } = await superuser.query(`explain (analyze) ${text}`, [...values])
    const plan = rows.map((row) => String(row['QUERY PLAN']))
    const scans = plan.flatMap(
      (line) => line.match(/\w[\w ]* Scan(?: using \w+)?(?: on \w+)?/) ?? []
    )
    console.log(
      `${days} days, ${name.padEnd(8)} ${plan.at(-1)?.trim()}; ${[...new Set(scans)].join(', ')}`
    )
  }
}
await superuser.end()

const visitor = await Visitor.as(tenant)
const headers = { host: visitor.host, cookie: `session=${visitor.cookies.get('session')}` }
const pool = new Pool(web.origin, { connections: 1 })
let isSlow = false
for (const days of ANALYTICS_DAYS) {
  const times: number[] = []
  for (let count = 0; count < REQUESTS; count++) {
    const startedAt = performance.now()
    const { statusCode, body } = await pool.request({
      ...{ path: `/analytics?days=${days}`, method: 'GET', headers },
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`The page answers ${statusCode}`)
    times.push(performance.now() - startedAt)
  }
  times.sort((one, other) => one - other)
  const [median, p95] = [0.5, 0.95].map((share) => times[Math.floor(REQUESTS * share)])
  console.log(
    `${days} days: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (ceiling ${CEILING_MS} ms)`
  )
  if (p95 > CEILING_MS) isSlow = true
}
process.exit(isSlow ? 1 : 0)
