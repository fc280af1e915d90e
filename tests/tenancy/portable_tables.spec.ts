import { test } from '@japa/runner'
import { LEFT_OUT } from '#app/portability/rows/left_out'
import { MENTIONS } from '#app/portability/rows/platform_rows'
import { tablesOf } from '#app/portability/rows/table'
import { Cell } from '#app/tenancy/cell'
import { makeTenant } from '#tests/factories/tenant_factory'

const main = Cell.named('main')

/** A new table has to be listed here or in `LEFT_OUT`: is it part of an archive? */
const CARRIED = {
  account: [
    'api_keys',
    'brand',
    'brand_images',
    'brand_versions',
    'chain_head',
    'directory_group_members',
    'directory_groups',
    'directory_roles',
    'directory_tokens',
    'directory_users',
    'emergency_owners',
    'factor_policy',
    'heard_news',
    'inherited_brand',
    'integrations',
    'live_days',
    'notices',
    'own_certificates',
    'passkeys',
    'recovery_codes',
    'retention',
    'second_factors',
    'security_entries',
    'security_values',
    'sender',
    'sender_keys',
    'sso_attempts',
    'sso_certificates',
    'sso_connection',
    'sso_domains',
    'sso_end_notices',
    'sso_identities',
    'sso_keys',
    'sso_role_rules',
    'sso_used',
    'standing',
    'team_members',
    'teams',
    'test_clock',
    'unwanted_mails',
    'usage_ledger',
    'usage_months',
    'usage_report',
    'usage_thresholds',
    'user_links',
    'users',
    'wanted_mails',
  ],
  environment: [
    'access_attempts',
    'api_requests',
    'audit_entries',
    'consent_texts',
    'contacts',
    'contacts_off',
    'document_labels',
    'document_mails',
    'document_shares',
    'documents',
    'draft_states',
    'embed_origins',
    'event_counter',
    'events',
    'fields',
    'identity_proofs',
    'labels',
    'link_fetches',
    'mails',
    'personal_values',
    'saved_views',
    'seal_keys',
    'signatures',
    'signer_questions',
    'signers',
    'suppressions',
    'template_files',
    'template_versions',
    'templates',
    'webhook_attempts',
    'webhook_deliveries',
    'webhook_endpoints',
  ],
}

/** Types whose JSON, as PostgreSQL writes and reads it, says all of them. */
const EXACT = [
  'bigint',
  'boolean',
  'bytea',
  'bytea[]',
  'date',
  'double precision',
  'integer',
  'jsonb',
  'text',
  'text[]',
  'timestamp with time zone',
]

test.group('Portable tables', () => {
  test('are all that a tenant has: each was decided to travel or to stay', async ({ assert }) => {
    const tenant = await makeTenant({ withSandbox: true })
    const tables = await main.as('migrator', (client) => tablesOf(client, tenant.id))
    const namesIn = (place: string) =>
      tables.filter((table) => table.place === place).map(({ name }) => name)
    assert.sameMembers(namesIn('account'), [...CARRIED.account, ...Object.keys(LEFT_OUT.account)])
    for (const environment of ['live', 'test'])
      assert.sameMembers(namesIn(environment), [
        ...CARRIED.environment,
        ...Object.keys(LEFT_OUT.environment),
      ])
  })

  test('hold nothing that is lost on the way through JSON', async ({ assert }) => {
    const tenant = await makeTenant()
    const { rows } = await main.as('migrator', (client) =>
      client.query<{ type: string }>(
        `select distinct format_type(atttypid, null) as type
           from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
          where n.nspname like $1 and c.relkind = 'r' and attnum > 0 and not attisdropped`,
        [`t_${tenant.id.slice(4)}%`]
      )
    )
    const others = rows.map(({ type }) => type).filter((type) => !EXACT.includes(type))
    assert.deepEqual(others, [])
  })

  test('of the platform are known wherever they name a tenant', async ({ assert }) => {
    const { rows } = await main.as('migrator', (client) =>
      client.query<{ name: string }>(
        `select c.relname || '.' || a.attname as name
           from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'platform' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
            and (a.attname in ('tenant_id', 'reseller_id', 'owner') or exists (
              select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
                 and f.confrelid = 'platform.tenants'::regclass and a.attnum = any (f.conkey)))`
      )
    )
    const known = MENTIONS.map(({ table, column }) => `${table}.${column}`)
    known.push('tenants.parent_id', 'erasures.tenant_id')
    assert.deepEqual(
      rows.map(({ name }) => name).filter((name) => !known.includes(name)),
      []
    )
  })
})
