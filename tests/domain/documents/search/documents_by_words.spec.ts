import { test } from '@japa/runner'
import { documentsByWords } from '#app/documents/search/documents_by_words'
import { foldedWordsOf } from '#app/documents/search/folded_words'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Row } from '#app/tenancy/statement'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { asSuperuser } from '#tests/support/superuser'

/** More than are looked up at most. */
const MANY = 1_100
const LOOKED_UP = [1_000, 10_000]

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
      await makeDocument({ title: 'Sale', signers: [{ ...ANA, name: 'Léonie Lease' }] })
    })
  })

  const within = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const found = (text: string, many?: number) =>
    within(async () => {
      const values: unknown[] = []
      const conditions = await documentsByWords(text, (value) => `$${values.push(value)}`, many)
      const where = conditions.join(' and ')
      const order = 'order by d.created_at desc, d.id desc limit 3'
      const sql = `select title from documents d where ${where} ${order}`
      const [rows] = await CurrentTenant.batch([{ text: sql, values }])
      return rows.map((row: Row) => row.title)
    })

  test('finds a rare word and a common one, wherever they stand', async ({ assert }) => {
    for (const many of LOOKED_UP) {
      assert.deepEqual(await found('house', many), ['Lease of a house'])
      assert.deepEqual(await found('léonie', many), ['Sale'])
      assert.deepEqual(await found('leas', many), ['Sale', 'Lease of a house', 'Lease 1'])
      assert.deepEqual(await found('lease example', many), ['Sale', 'Lease of a house'])
      assert.deepEqual(await found('lease 1100', many), ['Lease 1100'])
      assert.deepEqual(await found('nothing', many), [])
    }
  })

  test('finds {title} by {words}')
    .with([
      { title: '„Haus“ am Wald', words: ['haus', '“haus”', 'wald „haus'] },
      { title: '“Quoted” and ‘single’', words: ['quoted', 'single'] },
      { title: '«Maison» – vente…fin', words: ['maison', 'vente', 'fin'] },
      { title: 'ÄÖÜ-straße', words: ['aou', 'äöü', 'strasse', 'Straße', 'STRASSE'] },
      { title: 'Müller', words: ['muller', 'MÜLLER', 'mu\u0308ller', 'mull'] },
      { title: 'Smørrebrød in Łódź', words: ['smorrebrod', 'lodz', 'Łódź'] },
      { title: 'Œuvre æther', words: ['oeuvre', 'œuvre', 'aether'] },
      { title: 'Ｆｕｌｌ「契約」① ﬁnal', words: ['full', '契約', '1', 'final'] },
      { title: 'Việt Nam', words: ['viet', 'việt nam'] },
    ])
    .run(async ({ assert }, { title, words }) => {
      await within(() => makeDocument({ title }))
      for (const word of words) assert.include(await found(word), title, word)
    })

  test('finds signers by their names without accents, and nothing by marks alone', async ({
    assert,
  }) => {
    assert.deepEqual(await found('leonie'), ['Sale'])
    assert.deepEqual(await found('“ ”'), [])
    assert.deepEqual(await found("'):*%"), [])
  })

  test('looks words up in the indexes', async ({ assert }) => {
    const { id } = tenant
    const plan = (table: string, column: string) =>
      asSuperuser(Cell.named('main').database, async (superuser) => {
        const words = `${foldedWordsOf(column)} @@ to_tsquery('simple', '''haus'':*')`
        const schema = schemaNames(id).live
        await superuser.query(`analyze ${schema}.${table}`)
        await superuser.query('set enable_seqscan = off')
        const { rows } = await superuser.query<Record<string, string>>(
          `explain select 1 from ${schema}.${table} where ${words}`
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
    assert.include(await plan('documents', 'title'), 'Bitmap Index Scan on documents_words')
    assert.include(
      await plan('signers', "name || ' ' || email"),
      'Bitmap Index Scan on signers_words'
    )
  })
})
