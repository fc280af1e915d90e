import type { Row } from '#app/tenancy/statement'

/** An entry as it is read: the text that was hashed, with the personal values that have not been erased. */
export interface ReadEntry {
  id: string
  sequence: number
  action: string
  at: Date
  body: { actor: { type: string; id: string; via?: string }; details: Record<string, unknown> }
  personal: Record<string, string>
  prevHash: string | null
  hash: string
}

/** @param values  personal values of this entry, and perhaps of others */
export function readEntry(row: Row, values: readonly Row[]): ReadEntry {
  const own = values.filter((value) => value.entry_id === row.id)
  return {
    id: row.id as string,
    sequence: row.sequence as number,
    action: row.action as string,
    at: row.at as Date,
    body: JSON.parse(row.body as string),
    personal: Object.fromEntries(own.map(({ field, value }) => [field, value])),
    prevHash: row.prev_hash as string | null,
    hash: row.hash as string,
  }
}
