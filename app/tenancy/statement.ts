/** One statement in PostgreSQL's own notation ($1, $2 …). */
export interface Statement {
  text: string
  values?: readonly unknown[]
}

export type Row = Record<string, unknown>

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
