import { test } from '@japa/runner'
import { searching, NEWEST, type SecurityFilter } from '#app/audit/security_search'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const ENTRIES = 20_000

const FILL = `
  insert into security_entries (chain, sequence, id, action, at, body, prev_hash, hash)
    select 'security', 1000 + n, 'aud_' || lpad(n::text, 8, '0'), case when n % 500 = 0 then 'key.revoked' else 'session.ended' end,
           now() - n * interval '1 minute', '{"action":"session.ended","actor":{"id":"usr_' || n % 300 || '"}}', null, 'x'
      from generate_series(1, ${ENTRIES}) n;
  insert into security_values (entry_id, field, salt, value)
    select 'aud_' || lpad(n::text, 8, '0'), f.field, '\\x00',
           case f.field when 'actorName' then 'Member ' || n % 300 when 'ipAddress' then '203.0.113.' || n % 250 else repeat('Browser ', 12) end
      from generate_series(1, ${ENTRIES}) n, (values ('actorName'), ('ipAddress'), ('userAgent')) f (field)`

test.group('Search of the security trail', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant()
    await asSuperuser(Cell.named('main').database, async (superuser) => {
      await superuser.query(`set search_path = ${schemaNames(acme.id).account}`)
      await superuser.query('alter table security_entries disable trigger user')
      await superuser.query(FILL)
      // a page counts as visible to all once no transaction is left that began before it was written
      await until(async () => {
        await superuser.query('vacuum (analyze) security_entries, security_values')
        const { rows } = await superuser.query(
          `select from pg_class where oid = 'security_values'::regclass and relallvisible < relpages`
        )
        return rows.length === 0
      })
      await superuser.query(
        'alter table security_entries enable always trigger security_entries_continue'
      )
    })
  })

  const plan = (filter: SecurityFilter) =>
    asSuperuser(Cell.named('main').database, async (superuser) => {
      await superuser.query(`set search_path = ${schemaNames(acme.id).account}`)
      const [, { text, values = [] }] = searching(filter, { before: NEWEST, limit: 50 })
      const { rows } = await superuser.query(`explain (costs off) ${text}`, [...values])
      return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
    })

  const USED: Record<string, [SecurityFilter, RegExp]> = {
    'an action': [{ actions: ['key.revoked'] }, /security_entries_by_action/],
    'an address': [{ ipAddress: '203.0.113.7' }, /security_values_by_address/],
    'somebody’s id': [{ actorIds: ['usr_7'] }, /security_entries_by_actor/],
    'a part of a name': [{ actorName: '%ember 29%' }, /security_values_by_name/],
    'a name or an id': [
      { actorName: '%ember 29%', actorIds: ['usr_7'] },
      /security_values_by_name/,
    ],
  }
  for (const [by, [filter, index]] of Object.entries(USED))
    test(`by ${by} reads an index among ${ENTRIES} entries`, async ({ assert }) => {
      assert.match(await plan(filter), index)
    })
})
