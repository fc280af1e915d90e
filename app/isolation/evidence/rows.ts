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

interface Reading {
  cell: Cell
  query: { name: string; text: string; values: string[] }
}

/**
 * Reads the rows of one tenant: its schemas, and what is said of it in the platform's tables, whatever the column. The statements
 * are asked again and again, so they are written once, and planned once by each connection.
 */
export class RowsReader {
  private constructor(private readings: readonly Reading[]) {}

  static async of({ tenant }: Party): Promise<RowsReader> {
    const { account, live, test } = schemaNames(tenant.id)
    const cell = Cell.named(tenant.cell)
    const platform = Cell.all().find(({ holdsPlatform }) => holdsPlatform) ?? cell
    return new RowsReader([
      await readingOf(cell, [account, live, test], ''),
      await readingOf(platform, ['platform'], 'where position($1 in t::text) > 0', [tenant.id]),
    ])
  }

  async read(): Promise<Rows> {
    const texts = await Promise.all(
      this.readings.map(({ cell, query }) =>
        cell.as('migrator', (client) => client.query<{ name: string; text: string }>(query))
      )
    )
    return new Map(texts.flatMap(({ rows }) => rows.map(({ name, text }) => [name, text] as const)))
  }
}

async function readingOf(
  cell: Cell,
  schemas: string[],
  which: string,
  values: string[] = []
): Promise<Reading> {
  const { rows } = await cell.as('migrator', (client) => client.query<Table>(TABLES, [schemas]))
  const text = rows
    .filter(({ schema, name }) => schema !== 'platform' || name !== WORK)
    .map(
      ({ schema, name }) =>
        `select '${schema}.${name}' as name,
                coalesce(string_agg(t::text, E'\\n' order by t::text), '') as text from "${schema}"."${name}" t ${which}`
    )
    .join(' union all ')
  return { cell, query: { name: `rows of ${schemas[0]}`, text, values } }
}

/** Tables that are not as they were. */
export function changed(before: Rows, after: Rows): string[] {
  return [...after]
    .filter(([table]) => !RESTLESS.has(table.split('.')[1]))
    .filter(([table, text]) => text !== (before.get(table) ?? ''))
    .map(([table]) => table)
}
