import { test } from '@japa/runner'
import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import ApiKey from '#app/identity/keys/api_key'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { GrantsCheck } from '#app/tenancy/isolation_checks/grants_check'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import { inLive, ownerOf } from '#tests/support/dashboard_visitor'
import { Battlefield } from '#tests/support/battlefield'
import { asSuperuser } from '#tests/support/superuser'

/** Word for word what sandbox_grants.sql and sandbox_limits.sql say: a right more is to be argued for here as well. */
const SANDBOX_RIGHTS = [
  'column api_keys.last_used_at: update to test',
  'column api_keys.last_used_ip: update to test',
  'column chain_head.singleton: update to test',
  'column users.created_at: select to test',
  'column users.disabled_at: select to test',
  'column users.email: select to test',
  'column users.id: select to test',
  'column users.invited_at: select to test',
  'column users.language: select to test',
  'column users.last_seen_at: select to test',
  'column users.name: select to test',
  'column users.removed_at: select to test',
  'column users.role: select to test',
  'column users.time_zone: select to test',
  'column users.updated_at: select to test',
  'column users.verified_at: select to test',
  'relation api_keys: select to test',
  'relation brand: select to test',
  'relation brand_images: select to test',
  'relation chain_head: select to test',
  'relation inherited_brand: select to test',
  'relation integrations: select to test',
  'relation security_entries: insert to test',
  'relation security_entries: select to test',
  'relation security_values: insert to test',
  'relation standing: select to test',
  'relation teams: select to test',
  'relation test_clock: select to test',
  'relation test_clock: update to test',
  'schema: usage to test',
]

const EVIDENCE = {
  account: ['security_entries', 'usage_ledger'],
  live: ['audit_entries'],
  test: ['audit_entries'],
} as const

const ANY_RIGHT = 'select, insert, update, delete, truncate, references, trigger'

test.group('Rights', (group) => {
  let tenant: Tenant
  let other: Tenant

  group.setup(async () => {
    tenant = await makeTenant({ withSandbox: true })
    other = await makeTenant({ withSandbox: true })
  })

  const inCatalogue = (sql: string, values: unknown[]) =>
    asSuperuser(Cell.named('main').database, async (superuser) =>
      (await superuser.query(sql, values)).rows.map(({ name }) => name)
    )

  /** Tables of a schema on which a role has any right at all. */
  const within = (role: string, schema: string) =>
    inCatalogue(
      `select relname as name from pg_class where relnamespace = $2::text::regnamespace and relkind = 'r'
          and (has_table_privilege($1, oid, '${ANY_RIGHT}') or has_any_column_privilege($1, oid, 'select, insert, update, references'))
        union all select nspname from pg_namespace where nspname = $2::text and has_schema_privilege($1, oid, 'usage, create')`,
      [role, schema]
    )

  const sampled = () =>
    Cell.named('main').as('migrator', (client) =>
      new GrantsCheck(Cell.named('main')).sample(client)
    )

  test('of every tenant are exactly those that a new one gets', async ({ assert }) => {
    assert.deepEqual(await new GrantsCheck(Cell.named('main')).breaches(), [])
  })

  test('of the sandbox on its account are those it needs and no more', async ({ assert }) => {
    const sample = await sampled()
    const { lines } = sample['account with sandbox']
    assert.deepEqual(
      lines.filter((line) => line.endsWith(' to test')),
      SANDBOX_RIGHTS
    )
    assert.isEmpty(sample.account.lines.filter((line) => line.endsWith(' to test')))
  })

  test('on evidence are to add and to read', async ({ assert }) => {
    const sample = await sampled()
    const rights = { ...sample, account: sample['account with sandbox'] }
    for (const [schema, tables] of Object.entries(EVIDENCE)) {
      for (const table of tables) {
        const { lines } = rights[schema as keyof typeof EVIDENCE]
        const given = lines.filter((line) => line.startsWith(`relation ${table}:`))
        const verbs = given.map((line) => line.split(' ')[2]).filter((verb) => verb !== 'owned')
        assert.includeMembers(['insert', 'select'], [...new Set(verbs)], `${schema}.${table}`)
      }
    }
  })

  test('to truncate, to refer and to make triggers are nobody’s, and none can be passed on', async ({
    assert,
  }) => {
    for (const { lines } of Object.values(await sampled()))
      assert.isEmpty(
        lines.filter((line) =>
          /truncate|references|trigger|maintain|public|grant option/.test(line)
        )
      )
  })

  test('end at the border between live and sandbox, and between tenants', async ({ assert }) => {
    const own = schemaNames(tenant.id)
    const their = schemaNames(other.id)
    assert.isNotEmpty(await within(own.test, own.test))
    assert.isEmpty(await within(own.test, own.live))
    assert.isEmpty(await within(own.live, own.test))
    for (const role of [own.live, own.test]) {
      for (const schema of [their.account, their.live, their.test, 'platform', 'public'])
        assert.isEmpty(await within(role, schema), `${role} in ${schema}`)
      assert.sameMembers(await within(role, 'cell'), ['outbox', 'chain_log', 'cell'])
    }
  })

  test('show the sandbox its own keys alone, and a check misses the policy that does', async ({
    assert,
  }) => {
    const seen = (environment: Environment) =>
      CurrentTenant.run({ tenant: tenant.ref, environment }, async () => {
        const [rows] = await CurrentTenant.batch([{ text: 'select environment from api_keys' }])
        return rows.map((row) => row.environment)
      })
    const createdBy = await ownerOf(tenant)
    for (const environment of ENVIRONMENTS)
      await inLive(tenant, () => ApiKey.issue({ environment, name: environment, createdBy }))
    assert.sameMembers(await seen('live'), ['live', 'test'])
    assert.deepEqual(await seen('test'), ['test'])

    const { account } = schemaNames(tenant.id)
    const check = new GrantsCheck(Cell.named('main'))
    await asSuperuser(Cell.named('main').database, async (superuser) => {
      const policy = (what: string) =>
        superuser.query(`alter table ${account}.api_keys ${what} row level security`)
      await policy('disable')
      const found = await check.breaches()
      await policy('enable')
      assert.lengthOf(found, 1)
      assert.include(found[0], { where: account, kind: 'missing' })
      assert.match(found[0].right, /^policy api_keys_of_scope: /)
    })
    assert.deepEqual(await check.breaches(), [])
  })
})

/** What a careless hand may do to rights, and how the check words it. */
const DRIFTS: readonly (readonly [drift: string, mend: string, where: string, right: RegExp])[] = [
  [
    'grant select on {them}.events to {own}',
    'revoke select on {them}.events from {own}',
    '{them}',
    /^relation events: select to t_/,
  ],
  [
    'grant select on {them}.events to public',
    'revoke select on {them}.events from public',
    '{them}',
    /^relation events: select to public$/,
  ],
  [
    'grant update on {them}.audit_entries to {them}',
    'revoke update on {them}.audit_entries from {them}',
    '{them}',
    /^relation audit_entries: update to live$/,
  ],
  [
    'revoke insert on {them}.audit_entries from {them}',
    'grant insert on {them}.audit_entries to {them}',
    '{them}',
    /^relation audit_entries: insert to live$/,
  ],
  [
    'grant select (body) on {own}.events to {sandbox}',
    'revoke select (body) on {own}.events from {sandbox}',
    '{own}',
    /^column events.body: select to test$/,
  ],
  [
    'grant create on schema {own} to {own}',
    'revoke create on schema {own} from {own}',
    '{own}',
    /^schema: create to live$/,
  ],
  [
    'alter table {own}.events owner to {own}',
    'alter table {own}.events owner to {migrator}; revoke all on {own}.events from {own}; grant select, insert, update, delete on {own}.events to {own}',
    '{own}',
    /owned by|owns/,
  ],
  [
    'grant select on cell.outbox to {own}',
    'revoke select on cell.outbox from {own}',
    '{own}',
    /^has a right on table cell.outbox$/,
  ],
  [
    'alter role {own} login',
    'alter role {own} nologin',
    '{own}',
    /^is more than a name for rights$/,
  ],
  ['grant {them} to {own}', 'revoke {them} from {own}', '{own}', /^is a member of t_/],
  ['grant {own} to {relay}', 'revoke {own} from {relay}', '{own}', /^may be taken by .*_relay$/],
  [
    'grant pg_read_all_data to {sandbox}',
    'revoke pg_read_all_data from {sandbox}',
    '{sandbox}',
    /^is a member of pg_read_all_data$/,
  ],
]

test.group('Rights | drift', (group) => {
  let own: CellOfItsOwn
  let field: Battlefield

  group.setup(async () => {
    own = await CellOfItsOwn.open()
    field = await Battlefield.lay(own.cell.name)
    return async () => {
      await field.close()
      await own.close()
    }
  })

  test('is named: {0}')
    .with([...DRIFTS])
    .run(async ({ assert }, [drift, mend, where, right]) => {
      const check = new GrantsCheck(own.cell)
      await field.superuser.query(field.fill(drift))
      const found = await check.breaches()
      await field.superuser.query(field.fill(mend))
      const named = found.filter((breach) => right.test(breach.right))
      assert.include(
        named.map((breach) => breach.where),
        field.fill(where),
        JSON.stringify(found)
      )
      assert.equal(named[0].kind, drift.startsWith('revoke') ? 'missing' : 'unexpected')
      assert.deepEqual(await check.breaches(), [])
    })
})
