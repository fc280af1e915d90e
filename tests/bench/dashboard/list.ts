/**
 * The list of documents and the pages around it, of an account with 100,000 documents of two signers each: how PostgreSQL finds each page, how many
 * statements a page takes, and how long the server takes for it, beside what a browser loads at first. A page that reads the whole
 * table, takes more than its statements or longer than its ceiling ends the bench with an error:
 *
 *   npm run bench -- dashboard/list --documents=100000
 */
import { once } from 'node:events'
import { Pool } from 'undici'
import { startApplication } from '../support/bench_application.js'
import { startWeb } from '../support/bench_process.js'
import { copy } from '../api/many_documents.js'

const DOCUMENTS = Number(/--documents=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 100_000)
const REQUESTS = 200
const MOST_STATEMENTS = 6
const IMPORT = /^(?:import\s+|(?:import|export)\b[^'"=]*\bfrom\s+)['"](\.[^'"]+)['"]/gm
const CEILING_MS = 60

await startApplication()
const { superuserOf } = await import('#tests/support/superuser')
const { Visitor, ownerOf } = await import('#tests/support/dashboard_visitor')
const { makeDocument } = await import('#tests/factories/document_factory')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { Cell } = await import('#app/tenancy/cell')
const { CurrentTenant } = await import('#app/tenancy/current_tenant')
const { schemaNames } = await import('#app/tenancy/tenant_ref')
const { documentList } = await import('#app/documents/search/document_list')
const { newId } = await import('#app/foundation/identifier')
const { worklist } = await import('#app/documents/search/worklist')

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
const [rareTemplate, commonTemplate] = [newId('tpl'), newId('tpl')]
const [rareLabel, commonLabel] = [newId('lbl'), newId('lbl')]
await superuser.query(
  `insert into labels select id, id, 'teal', 'bench', now() from unnest($1::text[]) id`,
  [[rareLabel, commonLabel]]
)
/** Every 10,000th document is of the rare ones, every second of the common ones. */
await superuser.query(
  `insert into document_labels select d.id, case when n % 10000 = 0 then $1 else $2 end
     from (select id, row_number() over (order by id) as n from documents) d where n % 2 = 0`,
  [rareLabel, commonLabel]
)
await superuser.query(
  `update documents d set template_version = 1, template_id = case when n % 10000 = 0 then $1 else $2 end
     from (select id, row_number() over (order by id) as n from documents) o where o.id = d.id and n % 2 = 0`,
  [rareTemplate, commonTemplate]
)
for (const table of ['documents', 'document_labels'])
  await superuser.query(`vacuum analyze ${table}`)

const LISTS = {
  'newest': {},
  'oldest': { order: 'oldest' },
  'last activity': { order: 'activity' },
  'expiring soonest': { order: 'expiring' },
  'by title': { order: 'title' },
  'of a status': { status: 'pending' },
  'of a signer': { signer: `signer${Math.floor(DOCUMENTS / 3)}@example.test` },
  'of a sender': { sender: 'olga' },
  'of a rare label': { label: rareLabel },
  'of a common label': { label: commonLabel },
  'of a rare template': { template: rareTemplate },
  'of a common template': { template: commonTemplate },
  'a rare word': { q: String(Math.floor(DOCUMENTS / 3)) },
  'a common word': { q: 'lease' },
} as const

const faults: string[] = []
async function explain(
  name: string,
  { text, values = [] }: { text: string; values?: readonly unknown[] }
) {
  const { rows } = await superuser.query(`explain (analyze) ${text}`, [...values])
  const plan = rows.map((row) => String(row['QUERY PLAN']))
  const scans = plan.flatMap((line) => line.match(/\w[\w ]* Scan(?: using \w+)?(?: on \w+)?/) ?? [])
  console.log(`${name.padEnd(20)} ${plan.at(-1)?.trim()}; ${[...new Set(scans)].join(', ')}`)
  if (scans.some((line) => /Seq Scan on (?:documents|signers)/.test(line)))
    faults.push(`${name} reads a whole table`)
}
await CurrentTenant.run(scope, async () => {
  for (const [name, asked] of Object.entries<Record<string, string>>(LISTS)) {
    const { signer, sender, q, label, template, ...more } = asked
    const named = { signerEmail: signer, sender, words: q, labelId: label, templateId: template }
    await explain(name, await documentList({ audience: null, ...named, ...more }, 26))
  }
  const mine = { holders: [owner.id], email: owner.email }
  await explain('home, of all', worklist({ audience: null, ...mine }))
  await explain('home, of a member', worklist({ audience: [owner.id], ...mine }))
})
await superuser.end()

const visitor = await Visitor.as(tenant)
const headers = { host: visitor.host, cookie: `session=${visitor.cookies.get('session')}` }
const pool = new Pool(web.origin, { connections: 1 })
async function get(path: string, encoding = 'br') {
  const answer = await pool.request({
    path,
    method: 'GET',
    headers: { ...headers, 'accept-encoding': encoding },
  })
  const body = Buffer.from(await answer.body.arrayBuffer())
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`)
  return body
}
async function statementsSoFar(): Promise<number> {
  web.child.send('count')
  for (;;) {
    const [told] = (await once(web.child, 'message')) as [{ statements?: number }]
    if (told.statements !== undefined) return told.statements
  }
}
async function statementsOf(path: string): Promise<number> {
  const before = await statementsSoFar()
  await get(path)
  return (await statementsSoFar()) - before
}

const pages = [
  ['home', '/home'],
  ...Object.entries(LISTS).map(([name, asked]) => [
    name,
    `/documents?${new URLSearchParams(asked).toString()}`,
  ]),
  ['a document', `/documents/${first}`],
  ['usage', '/settings/usage'],
] as const
for (const [name, path] of pages) {
  for (let count = 0; count < 20; count++) await get(path)
  const times: number[] = []
  for (let count = 0; count < REQUESTS; count++) {
    const startedAt = performance.now()
    await get(path)
    times.push(performance.now() - startedAt)
  }
  times.sort((one, other) => one - other)
  const [median, p95] = [0.5, 0.95].map((share) => times[Math.floor(REQUESTS * share)])
  const statements = await statementsOf(path)
  console.log(
    `${name.padEnd(20)} ${statements} statements, median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (ceiling ${CEILING_MS} ms)`
  )
  if (statements > MOST_STATEMENTS) faults.push(`${name} takes ${statements} statements`)
  if (p95 > CEILING_MS) faults.push(`${name} takes ${p95.toFixed(1)} ms`)
}

/** What the page names, and what that imports in turn, as a browser without a cache loads it. */
const seen = new Map<string, number>()
async function load(path: string): Promise<void> {
  if (seen.has(path)) return
  seen.set(path, 0)
  seen.set(path, (await get(path)).length)
  if (!/\.(?:js|css)$/.test(path)) return
  const text = (await get(path, 'identity')).toString('utf8')
  for (const [, name] of text.matchAll(IMPORT))
    await load(new URL(name, `http://here${path}`).pathname)
}
for (const [name, path] of [
  ['home', '/home'],
  ['list', '/documents'],
] as const) {
  seen.clear()
  const html = (await get(path, 'identity')).toString('utf8')
  const page = (await get(path)).length
  for (const [, asset] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g))
    await load(asset)
  const sizes = [...seen]
  const sum = (end: string) =>
    sizes.filter(([file]) => file.endsWith(end)).reduce((total, [, size]) => total + size, 0)
  console.log(
    `first load of ${name}: ${seen.size + 1} requests, ${page} bytes of page, ${sum('.js')} of script, ${sum('.css')} of style (compressed)`
  )
  if (sum('.js') > 150_000) faults.push(`${name} loads more than 150 kB of script`)
}
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
