import { test } from '@japa/runner'
import { DocumentQuery, type DocumentCriteria } from '#app/documents/search/document_query'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { asSuperuser } from '#tests/support/superuser'

/** Enough that to read all of them costs PostgreSQL many times what a page does. */
const MANY = 2_000
const PAGE = 25

const DOCUMENTS = `
  insert into documents select (jsonb_populate_record(d, jsonb_build_object('id', d.id || n, 'tracking_sha256', d.tracking_sha256 || n,
      'created_at', d.created_at - n * interval '1 minute'))).*
    from documents d, generate_series(1, ${MANY}) n where d.id = $1`
const SIGNERS = `
  insert into signers select (jsonb_populate_record(s, jsonb_build_object('id', s.id || n, 'document_id', s.document_id || n,
      'email', n || s.email, 'token_sha256', s.token_sha256 || n))).*
    from signers s, generate_series(1, ${MANY}) n where s.document_id = $1`

test.group('A page of a list of many documents', (group) => {
  let tenant: Tenant
  let middle: Date

  group.setup(async () => {
    tenant = await makeTenant()
    const document = await within(() => makeDocument())
    middle = new Date(document.createdAt.getTime() - (MANY / 2) * 60_000)
    await onTables(async (query) => {
      for (const text of [DOCUMENTS, SIGNERS]) await query(text, [document.id])
      await query('analyze documents, signers')
    })
  })

  const within = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

  type Ask = (text: string, values?: unknown[]) => Promise<Record<string, string>[]>

  function onTables<T>(work: (query: Ask) => Promise<T>): Promise<T> {
    const { account, live } = schemaNames(tenant.id)
    return asSuperuser(Cell.named('main').database, async (superuser) => {
      await superuser.query(`set search_path = ${live}, ${account}`)
      return work(async (text, values) => (await superuser.query(text, values)).rows)
    })
  }

  async function planOf(criteria: Omit<DocumentCriteria, 'audience'>) {
    const query = await within(() => DocumentQuery.of({ audience: null, ...criteria }))
    const { text, values = [] } = query.statement(PAGE + 1)
    const rows = await onTables((ask) => ask(`explain (analyze) ${text}`, [...values]))
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  test('is read by one statement that does not read the whole table: {name}')
    .with([
      { name: 'the newest', asked: () => ({}) },
      { name: 'after one in the middle', asked: () => ({ after: { value: middle, id: 'doc' } }) },
      {
        name: 'of a status, after one in the middle',
        asked: () => ({ status: 'pending' as const, after: { value: middle, id: 'doc' } }),
      },
      { name: 'made before a time', asked: () => ({ createdBefore: middle }) },
      { name: 'of a signer', asked: () => ({ signerEmail: '7ana@example.test' }) },
    ])
    .run(async ({ assert }, { asked }) => {
      const plan = await planOf(asked())
      assert.notMatch(plan, /Seq Scan on documents d/, plan)
      assert.match(plan, /Index Scan.* on documents d|Bitmap Heap Scan on documents d/, plan)
    })
})
