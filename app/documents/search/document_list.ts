import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import { labelsOf, type Label } from '../labels/label.js'
import { DocumentQuery, type DocumentCriteria } from './document_query.js'

/** A document as lists show it. */
export type ListedRow = RowOf<
  'documents',
  | 'id'
  | 'title'
  | 'status'
  | 'sealing_at'
  | 'erased_at'
  | 'created_at'
  | 'updated_at'
  | 'sent_at'
  | 'expires_at'
  | 'completed_at'
  | 'template_id'
> & {
  /** Of its signers, in their order; null where there are none. */
  names: string[] | null
  emails: string[] | null
  /** The member or team that it belongs to; null for somebody who is gone. */
  holder: string | null
  /** By name. */
  labels: Label[]
  /** What the order by title goes by. */
  title_key: string
  total: number
  signed: number
}

const COLUMNS =
  'id, title, status, sealing_at, erased_at, created_at, updated_at, sent_at, expires_at, completed_at, template_id'

/** Walks the index of the order and stops when the page is full; signers are counted for that page alone. */
export async function documentList(
  criteria: DocumentCriteria,
  limit: number
): Promise<Query<ListedRow>> {
  const { where, order, values } = await DocumentQuery.of(criteria)
  const text = `
    select ${COLUMNS.split(', ')
      .map((column) => `d.${column}`)
      .join(', ')}, d.title_key, s.names, s.emails, s.total, s.signed,
           ${labelsOf('d')} as labels,
           coalesce((select name from users where id = d.holder), (select name from teams where id = d.holder)) as holder
      from (select ${COLUMNS}, lower(left(title, 100)) as title_key, coalesce(holder_id, created_by) as holder from documents d
             where ${where} order by ${order} limit ${limit}) d
      left join lateral (
        select array_agg(name order by position) as names, array_agg(email order by position) as emails, count(*)::int as total,
               (count(*) filter (where status = 'signed'))::int as signed
          from signers where document_id = d.id and role <> 'copy') s on true
     order by ${order}`
  return query(text, values)
}
