import type { RowOf } from '#app/tenancy/row'
import type { PersonalValue } from './personal_value.js'

/** An entry as it is read: the text that was hashed, with the personal values that have not been erased. */
export interface ReadEntry {
  id: string
  sequence: number
  action: string
  at: Date
  body: {
    actor: { type: string; id: string; via?: string }
    details: Record<string, unknown>
    /** Commitments to the personal values, also to those that were erased. */
    personal?: Record<string, string>
  }
  personal: Record<string, string>
  prevHash: string | null
  hash: string
}

/** A row of the entries of any chain. */
export type EntryRow = Omit<RowOf<'audit_entries'>, 'chain'>

/** A personal value, and the entry it belongs to. */
export type ValueRow = Omit<RowOf<'personal_values'>, 'salt'>

type ReadValue = Pick<PersonalValue, 'field' | 'value'>

/** @param values  the personal values of this entry */
export function readEntry(row: EntryRow, values: readonly ReadValue[]): ReadEntry {
  return {
    id: row.id,
    sequence: row.sequence,
    action: row.action,
    at: row.at,
    body: JSON.parse(row.body),
    personal: Object.fromEntries(values.map(({ field, value }) => [field, value])),
    prevHash: row.prev_hash,
    hash: row.hash,
  }
}

/** Entries with their personal values, from the rows of both tables. */
export function readEntries(
  entries: readonly EntryRow[],
  values: readonly ValueRow[]
): ReadEntry[] {
  const own = Map.groupBy(values, ({ entry_id: id }) => id)
  return entries.map((row) => readEntry(row, own.get(row.id) ?? []))
}
