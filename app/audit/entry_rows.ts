import { insertions, type Statement } from '#app/tenancy/statement'
import type { AuditEntry } from './audit_entry.js'

/** Where the entries of a trail stand, and the personal values that only their hashes are chained of. */
interface Tables {
  entries: string
  values: string
}

/** Entries as rows; each is repeated in the cell's chain log, unless it is the sandbox's. */
export function entryRows(
  entries: readonly AuditEntry[],
  tables: Tables,
  { isLogged }: { isLogged: boolean }
): Statement[] {
  const rows = entries.map(({ prevHash, personal: _, ...entry }) => ({
    ...entry,
    prev_hash: prevHash,
  }))
  const values = entries.flatMap(({ id, personal }) =>
    personal.map((value) => ({ entry_id: id, ...value }))
  )
  const links = entries.map(({ chain, sequence, hash }) => ({ chain, sequence, hash }))
  return [
    ...insertions(tables.entries, rows),
    ...insertions(tables.values, values),
    ...(isLogged ? insertions('cell.chain_log', links) : []),
  ]
}
