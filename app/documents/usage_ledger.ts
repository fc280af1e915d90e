import { isVisible, type Audience } from '#app/identity/access/visibility'
import type { OrNull, RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'

/** Newest first: what each document took, and what came back of it. */
const ledger = (limit: number) => `
  select l.document_id, l.month, min(l.created_at) as counted_at,
         case when ${isVisible('$3', 'd')} then d.title end as title,
         (count(*) filter (where l.name = 'signatures' and l.units = 1))::int as counted,
         (count(*) filter (where l.name = 'signatures' and l.units = -1))::int as returned
    from usage_ledger l left join documents d on d.id = l.document_id
   group by l.document_id, l.month, d.id
  having $1::timestamptz is null or (min(l.created_at), l.document_id) < ($1, $2::text)
   order by min(l.created_at) desc, l.document_id desc limit ${limit}`

/** What a document took; one that was removed or is not visible has no title. */
export interface LedgerRow
  extends RowOf<'usage_ledger', 'document_id'>, OrNull<RowOf<'documents', 'title'>> {
  counted_at: Date
  counted: number
  returned: number
}

interface Page {
  /** Whose documents are named. */
  audience: Audience
  /** The last one of the page before. */
  after: { createdAt: Date; id: string } | null
  limit: number
}

export function usageLedger({ audience, after, limit }: Page): Query<LedgerRow> {
  return query(ledger(limit), [after?.createdAt ?? null, after?.id ?? null, audience])
}
