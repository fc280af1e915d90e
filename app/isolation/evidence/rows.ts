import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type { Party } from '../parties/party.js'

/** Rows that change by being read, belong to the reader, or record attempts to log in. */
const RESTLESS = new Set([
  'sessions',
  'api_keys',
  'directory_tokens',
  'link_fetches',
  'counted_entries',
  'api_requests',
  'log_in_failures',
  'sso_attempts',
  'sso_requests',
  'support_sessions',
])

/** Of the platform: work that waits, which is done and gone again. */
const WORK = 'outbox'

const TABLES = `
  select schemaname as schema, tablename as name from pg_tables
   where schemaname = any($1) order by 1, 2`

/** All that a tenant has in PostgreSQL, as text: schema.table → rows. */
export type Rows = ReadonlyMap<string, string>

interface Table {
  schema: string
  name: string
}

/** Its schemas, and what is said of it in the platform's tables, whatever the column. */
export async function rowsOf({ tenant }: Party): Promise<Rows> {
  const { account, live, test } = schemaNames(tenant.id)
  const cell = Cell.named(tenant.cell)
  const own = await cell.as('migrator', (client) =>
    read(client, [account, live, test], ({ schema, name }) => `"${schema}"."${name}" t`)
  )
  const platform = Cell.all().find(({ holdsPlatform }) => holdsPlatform) ?? cell
  const about = await platform.as('migrator', (client) =>
    read(
      client,
      ['platform'],
      ({ schema, name }) => `"${schema}"."${name}" t where position($1 in t::text) > 0`,
      [tenant.id]
    )
  )
  return new Map([...own, ...about])
}

interface Client {
  query<R extends object>(text: string, values?: unknown[]): Promise<{ rows: R[] }>
}

async function read(
  client: Client,
  schemas: string[],
  from: (table: Table) => string,
  values: unknown[] = []
): Promise<[string, string][]> {
  const { rows: tables } = await client.query<Table>(TABLES, [schemas])
  const texts = tables
    .filter(({ schema, name }) => schema !== 'platform' || name !== WORK)
    .map(
      (table) =>
        `select '${table.schema}.${table.name}' as name,
                coalesce(string_agg(t::text, E'\\n' order by t::text), '') as text from ${from(table)}`
    )
  const { rows } = await client.query<{ name: string; text: string }>(
    texts.join(' union all '),
    values
  )
  return rows.map(({ name, text }) => [name, text])
}

/** Tables that are not as they were. */
export function changed(before: Rows, after: Rows): string[] {
  return [...after]
    .filter(([table]) => !RESTLESS.has(table.split('.')[1]))
    .filter(([table, text]) => text !== (before.get(table) ?? ''))
    .map(([table]) => table)
}
