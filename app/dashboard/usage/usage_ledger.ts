import type { Principal } from '#app/identity/access/principal'
import type { LedgerRow } from '#app/documents/usage_ledger'
import { PlaceInList } from '../place_in_list.js'

export const PAGE_SIZE = 25

/** @param reader  sees the titles of their own documents, or of everybody's */
export function ledgerView(rows: readonly LedgerRow[], reader: Pick<Principal, 'sees'>) {
  const lines = rows.slice(0, PAGE_SIZE).map((row) => ({
    id: row.document_id,
    title: reader.sees(documentIn(row)) ? row.title : null,
    countedAt: row.counted_at,
    counted: row.counted,
    returned: row.returned,
  }))
  const last = lines.at(-1)
  const older =
    last && rows.length > PAGE_SIZE
      ? PlaceInList.write({ createdAt: last.countedAt, id: last.id })
      : null
  return { lines, older }
}

/** One that was removed has neither title nor maker. */
function documentIn(row: LedgerRow): { id: string; createdBy: string | null } {
  return { id: row.document_id, createdBy: row.created_by }
}
