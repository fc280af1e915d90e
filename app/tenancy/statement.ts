/** One statement in PostgreSQL's own notation ($1, $2 …). */
export interface Statement {
  text: string
  values?: readonly unknown[]
}

/** A row of which nothing is known: of a statement that answers nothing, or whose rows become models. */
export type Row = Record<string, unknown>

/** A statement that says what its rows are like: some of a table's columns (`RowOf`), and what it computes. */
export class Query<Answer extends object> implements Statement {
  declare protected readonly answer: Answer

  constructor(
    readonly text: string,
    readonly values: readonly unknown[] = []
  ) {}
}

/** `query<RowOf<'users', 'id' | 'name'>>('select id, name from users where id = $1', [id])` */
export function query<Answer extends object>(
  text: string,
  values: readonly unknown[] = []
): Query<Answer> {
  return new Query<Answer>(text, values)
}

type RowsOf<Asked> = Asked extends Query<infer Answer> ? Answer[] : Row[]

/** The rows of each of some statements. */
export type Answers<Statements extends readonly Statement[]> = {
  -readonly [Place in keyof Statements]: RowsOf<Statements[Place]>
}

/**
 * One INSERT of many rows. Tables and columns come from code, never from input; values are always bound.
 *
 * @param rows  at least one; all have the keys of the first
 */
export function insertion(table: string, rows: readonly Row[]): Statement {
  const columns = Object.keys(rows[0])
  const values: unknown[] = []
  const tuples = rows.map((row) => {
    const marks = columns.map((column) => `$${values.push(row[column] ?? null)}`)
    return `(${marks.join(', ')})`
  })
  return {
    text: `insert into ${table} (${columns.join(', ')}) values ${tuples.join(', ')}`,
    values,
  }
}

/** PostgreSQL binds at most 65,535 values in a statement; no table has 65 columns. */
const ROWS_AT_ONCE = 1_000

/** The same for any number of rows, in order. */
export function insertions(table: string, rows: readonly Row[]): Statement[] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE)
  return Array.from({ length: count }, (_, n) =>
    insertion(table, rows.slice(n * ROWS_AT_ONCE, (n + 1) * ROWS_AT_ONCE))
  )
}
