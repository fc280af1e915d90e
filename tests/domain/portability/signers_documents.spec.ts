import { test } from '@japa/runner'
import { SignersDocuments } from '#app/portability/erasure/signers_documents'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { asSuperuser } from '#tests/support/superuser'

/** Enough that to read all of them costs PostgreSQL many times what is found. */
const MANY = 20_000

/** As many entries as values: what most of them say is no address, and no two that were corrected are the same. */
const COPIES = [
  `insert into audit_entries select (jsonb_populate_record(e, jsonb_build_object('id', e.id || n, 'chain', e.chain || n))).*
     from audit_entries e, generate_series(1, ${MANY}) n where e.chain = $1 and e.action = 'signer.corrected'`,
  `insert into personal_values select v.entry_id || n, v.field, v.salt, n || v.value
     from personal_values v join audit_entries e on e.id = v.entry_id, generate_series(1, ${MANY}) n
    where e.chain = $1 and e.action = 'signer.corrected' and (field <> 'emailBefore' or n % 20 = 0)`,
]

test('The documents of a person are found without reading all that trails say of people', async ({
  assert,
}) => {
  const tenant = await makeTenant()
  const id = await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
    const document = await makeDocument({ signers: [ANA] })
    await document.correct(document.signers[0].id, { email: 'eve@example.test' }, OLGA)
    return document.id
  })
  const { account, live } = schemaNames(tenant.id)
  const plan = await asSuperuser(Cell.named('main').database, async (superuser) => {
    await superuser.query(`set search_path = ${live}, ${account}`)
    await superuser.query('alter table audit_entries disable trigger user')
    for (const text of COPIES) await superuser.query(text, [id])
    await superuser.query('analyze audit_entries, personal_values, signers, documents')
    const { text, values } = SignersDocuments.of(ANA.email)
    const { rows } = await superuser.query(`explain (analyze) ${text}`, [...(values ?? [])])
    return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
  })
  assert.notMatch(plan, /Seq Scan on (personal_values|audit_entries)/, plan)
})
