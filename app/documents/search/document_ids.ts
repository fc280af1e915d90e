import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { DocumentQuery, type DocumentCriteria } from './document_query.js'

/** The ids of the first documents of a list, in its order: one more than may be asked for tells that there are too many. */
export async function documentIds(criteria: DocumentCriteria, limit: number): Promise<string[]> {
  const { where, order, values } = await DocumentQuery.of(criteria)
  const text = `select d.id from documents d where ${where} order by ${order} limit ${limit}`
  const [rows] = await CurrentTenant.batch([query<RowOf<'documents', 'id'>>(text, values)])
  return rows.map(({ id }) => id)
}
