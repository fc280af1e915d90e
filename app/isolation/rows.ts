import { createHash } from 'node:crypto'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type { Side } from './side.js'

/** Rows that change by being looked at, belong to whoever looks, or note that somebody tried to log in. */
const RESTLESS = new Set([
  'sessions',
  'api_keys',
  'link_fetches',
  'counted_entries',
  'api_requests',
  'notices',
  'log_in_failures',
])

/** All that a tenant has in PostgreSQL, as text: schema.table → rows. */
export type Rows = ReadonlyMap<string, string>

export async function rowsOf({ tenant }: Side): Promise<Rows> {
  const { account, live, test } = schemaNames(tenant.id)
  return Cell.named(tenant.cell).as('migrator', async (client) => {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select schemaname as schema, tablename as name from pg_tables where schemaname = any($1) order by 1, 2`,
      [[account, live, test]]
    )
    const texts = new Map<string, string>()
    for (const { schema, name } of tables) {
      const { rows } = await client.query<{ text: string | null }>(
        `select string_agg(t::text, E'\\n' order by t::text) as text from "${schema}"."${name}" t`
      )
      texts.set(`${schema}.${name}`, rows[0].text ?? '')
    }
    return texts
  })
}

/** Tables that are not as they were. */
export function changed(before: Rows, after: Rows): string[] {
  return [...after]
    .filter(([table]) => !RESTLESS.has(table.split('.')[1]))
    .filter(([table, text]) => digest(text) !== digest(before.get(table) ?? ''))
    .map(([table]) => table)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
