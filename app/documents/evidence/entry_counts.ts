import type { Actor } from '#app/audit/actor'
import type { DocumentAction } from '#app/audit/audit_action'
import type { DocumentHappening } from '#app/audit/audit_trail'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

interface CountedRow extends RowOf<'counted_entries'> {
  action: DocumentAction
  actor: Actor
  details: Record<string, unknown>
}

const COLUMNS = 'id, document_id, action, actor, details, times, first_at, last_at'

/** In the order in which they are counted: nobody who counts then waits in a circle. */
const OF_DOCUMENT = `
  with settled as (select id as one from counted_entries where document_id = $1 order by id for update)
  delete from counted_entries using settled where id = one returning ${COLUMNS}`

/** Takes what was counted of a document, as entries of its trail; counting begins anew. In a change of the document. */
export function settleCounts(documentId: string): Promise<DocumentHappening[]> {
  return taken(OF_DOCUMENT, documentId)
}

/** The same of one count. */
export function settleCount(id: string): Promise<DocumentHappening[]> {
  return taken(`delete from counted_entries where id = $1 returning ${COLUMNS}`, id)
}

async function taken(text: string, id: string): Promise<DocumentHappening[]> {
  const [rows] = await CurrentTenant.batch([query<CountedRow>(text, [id])])
  return rows.sort((a, b) => a.first_at.getTime() - b.first_at.getTime()).flatMap(summary)
}

/** The first stands in the trail already. */
function summary({
  action,
  actor,
  details,
  times,
  first_at: from,
  last_at: until,
}: CountedRow): DocumentHappening[] {
  const more = times - 1
  if (more === 0) return []
  const span = { from: from.toISOString(), until: until.toISOString() }
  return [{ action, actor, details: { ...details, times: more, ...span } }]
}
