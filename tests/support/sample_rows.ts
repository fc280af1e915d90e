import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { insertion, type Row } from '#app/tenancy/statement'

/** A column as the catalogue describes it. */
export interface Column {
  name: string
  type: string
  isRequired: boolean
  isUnique: boolean
  isKey: boolean
  isChecked: boolean
  /** Named in a check that wants one of two columns. */
  isEither: boolean
  /** Empty in one row of the table at most. */
  isEmptyOnce: boolean
  /** The values that a check allows. */
  choices: string[] | null
  refersTo: string | null
}

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull and not a.atthasdef as "isRequired",
         exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique and i.indnkeyatts = 1 and i.indkey[0] = a.attnum) as "isUnique",
         exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey)) as "isKey",
         exists (select 1 from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'c' and a.attnum = any (c.conkey)) as "isChecked",
         exists (select 1 from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'c' and a.attnum = any (c.conkey) and pg_get_constraintdef(c.oid) like '%IS NULL) <> (%') as "isEither",
         exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique and i.indkey[0] = 0 and pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NULL)') as "isEmptyOnce",
         (select array_agg(m[1]) from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''::text', 'g') m
           where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] and pg_get_constraintdef(c.oid) like '%ANY%') as choices,
         (select c.confrelid::regclass::text from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'f' and c.conkey = array[a.attnum]) as "refersTo"
    from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`

/** Makes a row that any table accepts, from what the catalogue says of its columns, and the rows that it refers to. */
export class SampleRows {
  #columns = new Map<string, Promise<Column[]>>()
  #counter = Date.now()
  #position = 0

  /** @param schemas  of one tenant, since all have the same tables: `{account, environment}` */
  constructor(
    private superuser: pg.Client,
    private schemas: readonly string[]
  ) {}

  columns(table: string): Promise<Column[]> {
    const known = this.#columns.get(table) ?? this.#describe(table)
    this.#columns.set(table, known)
    return known
  }

  /** The values of a new row; rows that it refers to are written in the scope that is entered. */
  async row(table: string): Promise<Row> {
    const row: Row = {}
    const columns = await this.columns(table)
    // of several things that a row may be about, a check wants one
    const subject = columns.find(
      ({ refersTo, isRequired, isChecked }) => refersTo && !isRequired && isChecked
    )
    // nor is a row without either of two values
    const either = subject ?? columns.find(({ isRequired, isEither }) => !isRequired && isEither)
    for (const column of columns) {
      if (column.refersTo && (column.isRequired || column === subject))
        row[column.name] = (await this.insert(bare(column.refersTo))).id
      else if (column.isRequired || column === either || column.isEmptyOnce)
        row[column.name] = this.#value(column)
    }
    return row
  }

  async insert(table: string): Promise<Row> {
    const row = await this.row(table)
    await CurrentTenant.batch([insertion(table, [row])])
    return row
  }

  async #describe(table: string): Promise<Column[]> {
    for (const schema of this.schemas) {
      const found = await this.superuser.query('select to_regclass($1) as table', [
        `${schema}.${table}`,
      ])
      if (found.rows[0].table)
        return (await this.superuser.query<Column>(COLUMNS, [found.rows[0].table])).rows
    }
    throw new RangeError(`No tenant has a table ${table}`)
  }

  #value({ name, type, choices, isUnique }: Column): unknown {
    // where a choice may be made once, the last is what any number of rows may have
    if (choices) return isUnique ? choices[choices.length - 1] : choices[0]
    if (type.startsWith('timestamp')) return new Date()
    if (type.endsWith('[]')) return []
    if (type === 'text' && name.endsWith('_sha256')) return randomBytes(32).toString('hex')
    const values: Record<string, () => unknown> = {
      'text': () => `s${randomBytes(8).toString('hex')}`,
      'integer': () => (isUnique ? ++this.#position : 1),
      'bigint': () => (isUnique ? ++this.#counter : 1),
      'double precision': () => 1,
      'boolean': () => true,
      'jsonb': () => ({}),
      'bytea': () => randomBytes(8),
    }
    if (!values[type]) throw new RangeError(`Nobody has said what a sample of ${type} is`)
    return values[type]()
  }
}

function bare(table: string): string {
  return table.slice(table.indexOf('.') + 1)
}
