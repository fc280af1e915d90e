import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import { DocumentQuery, type DocumentCriteria } from './document_query.js'

/** A document as lists show it. */
export type ListedRow = RowOf<
  'documents',
  'id' | 'title' | 'status' | 'sealing_at' | 'erased_at' | 'created_at'
> & {
  /** Of its signers, in their order; null where there are none. */
  names: string[] | null
  total: number
  signed: number
}

/** Newest first. Walks the index of times backwards and stops when the page is full; signers are counted for that page alone. */
export async function documentList(
  criteria: DocumentCriteria,
  limit: number
): Promise<Query<ListedRow>> {
  const { where, values } = await DocumentQuery.of(criteria)
  const text = `
    select d.*, s.names, s.total, s.signed
      from (select id, title, status, sealing_at, erased_at, created_at from documents d
             where ${where} order by ${DocumentQuery.order} limit ${limit}) d
      left join lateral (
        select array_agg(name order by position) as names, count(*)::int as total,
               (count(*) filter (where status = 'signed'))::int as signed
          from signers where document_id = d.id) s on true
     order by ${DocumentQuery.order}`
  return query(text, values)
}
