import type { ClientBase } from 'pg'
import pg from 'pg'
import { schemaNames, type SchemaNames } from '#app/tenancy/tenant_ref'

/** One table of a tenant, as the catalogue describes it. */
export interface Table {
  /** Whose schema holds it: the account, or an environment. */
  readonly place: keyof SchemaNames
  readonly name: string
  readonly schema: string
  /** Those that can be written. */
  readonly columns: readonly string[]
  readonly key: readonly string[]
  /** Tables of the same schema that must be filled before it. */
  readonly needs: readonly string[]
}

const TABLES = `
  select n.nspname as schema, c.relname as name,
         array(select attname::text from pg_attribute
                where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
         array(select a.attname::text from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (number, place)
                 join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
                where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
         array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
                where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = any ($1) and c.relkind = 'r' order by n.nspname, c.relname`

/** Every table of a tenant that PostgreSQL knows of: first the account's, each after those it refers to. */
export async function tablesOf(client: ClientBase, tenantId: string): Promise<Table[]> {
  const names = schemaNames(tenantId)
  const { rows } = await client.query<Omit<Table, 'place'>>(TABLES, [Object.values(names)])
  const places = Object.entries(names) as [keyof SchemaNames, string][]
  return places.flatMap(([place, schema]) =>
    inOrder(rows.filter((row) => row.schema === schema).map((row) => ({ place, ...row })))
  )
}

export function qualified({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${schema}.${pg.escapeIdentifier(name)}`
}

function inOrder(tables: readonly Table[]): Table[] {
  const waiting = [...tables]
  const done: Table[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) =>
      needs.every((need) => done.some(({ name }) => name === need))
    )
    if (next === -1) throw new Error(`Tables refer to each other: ${waiting[0].name}`)
    done.push(...waiting.splice(next, 1))
  }
  return done
}
