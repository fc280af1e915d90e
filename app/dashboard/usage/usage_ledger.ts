import type { Principal } from '#app/identity/access/principal'
import type { OrNull, RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import { PlaceInList } from '../place_in_list.js'

const PAGE_SIZE = 25

/** Newest first: what each document took, and what came back of it. */
const LEDGER = `
  select l.document_id, l.month, min(l.created_at) as counted_at, d.title, d.created_by,
         (count(*) filter (where l.name = 'signatures' and l.units = 1))::int as counted,
         (count(*) filter (where l.name = 'signatures' and l.units = -1))::int as returned
    from usage_ledger l left join documents d on d.id = l.document_id
   group by l.document_id, l.month, d.title, d.created_by
  having $1::timestamptz is null or (min(l.created_at), l.document_id) < ($1, $2::text)
   order by min(l.created_at) desc, l.document_id desc limit ${PAGE_SIZE + 1}`

interface LedgerRow
  extends RowOf<'usage_ledger', 'document_id'>, OrNull<RowOf<'documents', 'title' | 'created_by'>> {
  counted_at: Date
  counted: number
  returned: number
}

export function ledgerStatement(after: PlaceInList | null): Query<LedgerRow> {
  return query<LedgerRow>(LEDGER, [after?.createdAt ?? null, after?.id ?? null])
}

/** @param reader  sees the titles of their own documents, or of everybody's */
export function shownLedger(rows: readonly LedgerRow[], reader: Pick<Principal, 'sees'>) {
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
