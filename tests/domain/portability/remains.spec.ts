import { test } from '@japa/runner'
import { settledEnd } from '#app/audit/checkpoints/settled_end'
import { removeFromCell } from '#app/portability/remains'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { roleName, schemaNames } from '#app/tenancy/tenant_ref'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { asSuperuser, superuserOf } from '#tests/support/superuser'
import { until } from '#tests/support/until'

test.group('What a tenant leaves in its cell', () => {
  const cell = () => Cell.named('main')

  test('is removed without holding up checkpoints while somebody reads its tables', async ({
    assert,
  }) => {
    const acme = await makeTenant()
    const scope = roleName(acme.id, 'live')
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () => makeDocument())
    const links = (of: string) =>
      asSuperuser(cell().database, async (superuser) => {
        const text = 'select from cell.chain_log where scope = $1'
        return (await superuser.query(text, [of])).rowCount
      })
    assert.isAbove((await links(scope))!, 0)
    const table = `${schemaNames(acme.id).live}.documents`
    const reader = await superuserOf(cell().database)
    try {
      await reader.query(`begin; lock table ${table} in access share mode`)
      const removing = removeFromCell(cell(), acme.id)
      await until(async () => {
        const { rows } = await reader.query(
          'select from pg_locks where not granted and relation = $1::regclass',
          [table]
        )
        return rows.length > 0
      })
      const { rows } = await reader.query(`
        select from pg_locks where locktype = 'relation' and relation = 'cell.chain_log'::regclass
           and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()`)
      assert.isEmpty(rows)
      await settledEnd(cell())
      await reader.query('rollback')
      await removing
    } finally {
      await reader.end()
    }
    assert.equal(await links(scope), 0)
  })
})
