import { test } from '@japa/runner'
import { documentsByWords } from '#app/documents/documents_by_words'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Row } from '#app/tenancy/statement'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

/** More than a word may have to be looked up. */
const MANY = 1_100

const MORE = `
  insert into documents (id, status, title, expires_in_days, created_by, file_name, page_count, pages, original_sha256, original_bytes,
                         canonical_sha256, vault_key, tracking_salt, tracking_sha256, created_at, updated_at)
  select id || n, status, 'Lease ' || n, expires_in_days, created_by, file_name, page_count, pages, original_sha256, original_bytes,
         canonical_sha256, vault_key, tracking_salt, tracking_sha256 || n, created_at - n * interval '1 minute', updated_at
    from documents, generate_series(1, ${MANY}) n where id = $1`

test.group('Documents by words', (group) => {
  let tenant: Tenant

  group.setup(async () => {
    tenant = await makeTenant()
    await within(async () => {
      const { id } = await makeDocument({ title: 'Lease of a house' })
      await CurrentTenant.batch([{ text: MORE, values: [id] }])
      await makeDocument({ title: 'Sale', signers: [{ ...ANA, name: 'Léa Lease' }] })
    })
  })

  const within = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const found = (text: string) =>
    within(async () => {
      const values: unknown[] = []
      const conditions = await documentsByWords(text, (value) => `$${values.push(value)}`)
      const where = conditions.join(' and ')
      const order = 'order by d.created_at desc, d.id desc limit 3'
      const sql = `select title from documents d where ${where} ${order}`
      const [rows] = await CurrentTenant.batch([{ text: sql, values }])
      return rows.map((row: Row) => row.title)
    })

  test('finds a rare word and a common one, wherever they stand', async ({ assert }) => {
    assert.deepEqual(await found('house'), ['Lease of a house'])
    assert.deepEqual(await found('léa'), ['Sale'])
    assert.deepEqual(await found('leas'), ['Sale', 'Lease of a house', 'Lease 1'])
    assert.deepEqual(await found('lease example'), ['Sale', 'Lease of a house'])
    assert.deepEqual(await found('lease 1100'), ['Lease 1100'])
    assert.deepEqual(await found('nothing'), [])
  })
})
