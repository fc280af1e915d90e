import type { LedgerRow } from '#app/documents/usage_ledger'
import { PlaceInList } from '../place_in_list.js'

export const PAGE_SIZE = 25

export function ledgerView(rows: readonly LedgerRow[]) {
  const lines = rows.slice(0, PAGE_SIZE).map((row) => ({
    id: row.document_id,
    title: row.title,
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
