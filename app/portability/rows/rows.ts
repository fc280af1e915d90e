import type { ClientBase } from 'pg'
import pg from 'pg'

/** Rows as lines of JSON, made and read by PostgreSQL itself: no number, time or byte string passes through JavaScript's idea of it. */
export type Lines = AsyncIterable<readonly string[]>

const ROWS_PER_FETCH = 100
const MAX_BATCH_LENGTH = 4 * 1024 * 1024

/** Reads through a cursor of the open transaction, a hundred rows at a time. @param query  its rows are turned into objects */
export async function* readLines(
  client: ClientBase,
  query: string,
  values: readonly string[] = []
): AsyncGenerator<string[]> {
  const text = values.reduce(
    (sql, value, index) => sql.replaceAll(`$${index + 1}`, pg.escapeLiteral(value)),
    query
  )
  await client.query(
    `declare lines no scroll cursor for select to_json(whole_row)::text as line from (${text}) whole_row`
  )
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_PER_FETCH} from lines`)
      if (rows.length === 0) return
      yield rows.map(({ line }) => line)
    }
  } finally {
    await client.query('close lines')
  }
}

/**
 * Writes them by one statement after the other, each with as many rows as fit in four MiB.
 *
 * @param statement  an INSERT that takes an array of JSON objects as $1
 * @returns how many there were
 */
export async function writeLines(
  client: ClientBase,
  statement: string,
  lines: Lines,
  values: readonly unknown[] = []
): Promise<number> {
  let batch: string[] = []
  let length = 0
  let count = 0
  const flush = async () => {
    if (batch.length > 0) await client.query(statement, [`[${batch.join(',')}]`, ...values])
    batch = []
    length = 0
  }
  for await (const some of lines) {
    for (const line of some) {
      batch.push(line)
      length += line.length
      count += 1
      if (length > MAX_BATCH_LENGTH) await flush()
    }
  }
  await flush()
  return count
}
