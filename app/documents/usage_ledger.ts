import type { OrNull, RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'

/** Newest first: what each document took, and what came back of it. */
const ledger = (limit: number) => `
  select l.document_id, l.month, min(l.created_at) as counted_at, d.title, d.created_by,
         (count(*) filter (where l.name = 'signatures' and l.units = 1))::int as counted,
         (count(*) filter (where l.name = 'signatures' and l.units = -1))::int as returned
    from usage_ledger l left join documents d on d.id = l.document_id
   group by l.document_id, l.month, d.title, d.created_by
  having $1::timestamptz is null or (min(l.created_at), l.document_id) < ($1, $2::text)
   order by min(l.created_at) desc, l.document_id desc limit ${limit}`

/** What a document took; one that was removed has neither title nor maker. */
export interface LedgerRow
  extends RowOf<'usage_ledger', 'document_id'>, OrNull<RowOf<'documents', 'title' | 'created_by'>> {
  counted_at: Date
  counted: number
  returned: number
}

/** @param after  the last one of the page before */
export function usageLedger(
  after: { createdAt: Date; id: string } | null,
  limit: number
): Query<LedgerRow> {
  return query(ledger(limit), [after?.createdAt ?? null, after?.id ?? null])
}
