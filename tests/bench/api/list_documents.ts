/**
 * GET documents: pages of 25 out of 100,000 documents with two signers each, by every kind of condition, beside the read of one of
 * them; and how PostgreSQL finds each page. A page that reads the whole table ends the bench with an error:
 *
 *   npm run bench -- api/list_documents
 *
 * DOCUMENTS sets how many there are.
 */
import { make, setStage } from './stage.js'
import { takeTurns } from './turns.js'
import { copy, inTheMiddle } from './many_documents.js'

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 100_000)

const stage = await setStage()
const { superuserOf } = await import('#tests/support/superuser')
const { Cell } = await import('#app/tenancy/cell')
const { schemaNames } = await import('#app/tenancy/tenant_ref')
const { CurrentTenant } = await import('#app/tenancy/current_tenant')
const { Principal } = await import('#app/identity/access/principal')
const { SCOPES } = await import('#app/identity/access/scope')
const { DocumentFilter } = await import('#app/api/v1/documents/document_filter')

const id = await make(stage, {})
const { tenant } = stage.client
const superuser = await superuserOf(Cell.named('main').database)
const { account, live } = schemaNames(tenant.id)
await superuser.query(`set search_path = ${live}, ${account}`)
await copy(superuser, id, DOCUMENTS)

const createdAt = new Date(inTheMiddle(DOCUMENTS))
const cursor = DocumentFilter.cursorAfter({ createdAt, id })
const some = Math.floor(DOCUMENTS / 3)
const LISTS = {
  'the newest': {},
  'after a cursor in the middle': { cursor },
  'of a status': { status: 'pending' as const, cursor },
  'before a time': { createdBefore: createdAt },
  'of a signer': { signerEmail: `signer${some}@example.test` },
  'with metadata': { metadata: { deal: String(some) } },
  'a rare word': { q: String(some) },
  'a common word': { q: 'lease', cursor },
}

const key = Principal.key({
  id: 'key_bench',
  scopes: SCOPES,
  createdBy: 'usr_bench',
  creatorName: 'Bench',
})
const scope = { tenant: tenant.ref, environment: 'live' as const }
const scans: string[] = []
for (const [name, asked] of Object.entries(LISTS)) {
  const { statement } = await CurrentTenant.run(scope, () => DocumentFilter.of(asked, key))
  const { text, values = [] } = statement
  const { rows } = await superuser.query(`explain (analyze) ${text}`, [...values])
  const plan = rows.map((row) => String(row['QUERY PLAN']))
  const found = plan.flatMap((line) => line.match(/\w[\w ]* Scan(?: using \w+)?(?: on \w+)?/) ?? [])
  console.log(`${name.padEnd(30)} ${plan.at(-1)?.trim()}; ${found.join(', ')}`)
  if (found.some((line) => /Seq Scan on documents/.test(line))) scans.push(name)
}
await superuser.end()

const calls = Object.entries(LISTS).map(([name, asked]) => [name, { path: pathOf(asked) }])
await takeTurns(stage.web, stage.client, {
  'one document': { path: `/api/v1/documents/${id}` },
  ...Object.fromEntries(calls),
})
if (scans.length > 0) console.error(`Reads the whole table: ${scans.join(', ')}`)
process.exit(scans.length > 0 ? 1 : 0)

function pathOf(asked: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) {
    if (value instanceof Date) query.set(name, value.toISOString())
    else if (typeof value === 'object') query.set('metadata[deal]', String(value.deal))
    else query.set(name, String(value))
  }
  return `/api/v1/documents?${query}`
}
