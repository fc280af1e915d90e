import type { Row } from '../statement.js'

/** Columns of moments are called so, and no others. */
const MOMENT = /(?:^|_)(?:at|after|since|until)$/

/**
 * A row that was read as JSON within another, as the driver reads one of its own: JSON has moments and bytes as texts.
 *
 * @param bytes  columns of bytea
 */
export function rowOfJson(row: Row, bytes: readonly string[] = []): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (typeof value !== 'string') return [column, value]
      if (bytes.includes(column)) return [column, Buffer.from(value.slice('\\x'.length), 'hex')]
      return [column, MOMENT.test(column) ? new Date(value) : value]
    })
  )
}
