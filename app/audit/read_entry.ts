import type { Row } from '#app/tenancy/statement'
import type { PersonalValue } from './personal_value.js'

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

type ReadValue = Pick<PersonalValue, 'field' | 'value'>

/** @param values  the personal values of this entry */
export function readEntry(row: Row, values: readonly ReadValue[]): ReadEntry {
  return {
    id: row.id as string,
    sequence: row.sequence as number,
    action: row.action as string,
    at: row.at as Date,
    body: JSON.parse(row.body as string),
    personal: Object.fromEntries(values.map(({ field, value }) => [field, value])),
    prevHash: row.prev_hash as string | null,
    hash: row.hash as string,
  }
}

/** Entries with their personal values, from the rows of both tables. */
export function readEntries(entries: readonly Row[], values: readonly Row[]): ReadEntry[] {
  const own = Map.groupBy(values, ({ entry_id: id }) => id)
  return entries.map((row) => readEntry(row, (own.get(row.id) ?? []) as unknown as ReadValue[]))
}
