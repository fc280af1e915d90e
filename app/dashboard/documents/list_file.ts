import { documentList, type ListedRow } from '#app/documents/search/document_list'
import type { OrderPlace } from '#app/documents/search/document_order'
import { BOM, csvLine } from '#app/foundation/csv_line'
import type { Audience } from '#app/identity/access/visibility'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'
import { ListFilter } from './list_filter.js'
import { ListPlace } from './list_place.js'

const HEADER = [
  ...['id', 'title', 'status', 'belongsTo', 'signers', 'signed', 'of'],
  ...['labels', 'templateId'],
  ...['createdAt', 'sentAt', 'expiresAt', 'completedAt', 'updatedAt', 'timeZone'],
]

/** The whole list as CSV, a part of it at a time, so that it takes no more memory the longer it is. It is read after the request's own scope has been left. */
export async function* listFile(
  scope: Scope,
  filter: ListFilter,
  audience: Audience,
  { atOnce = 500 } = {}
): AsyncGenerator<string> {
  yield BOM + csvLine(HEADER)
  let after: OrderPlace | undefined
  for (;;) {
    const rows = await CurrentTenant.run(scope, async () => {
      const criteria = ListFilter.criteria(filter, audience, after)
      const [found] = await CurrentTenant.batch([await documentList(criteria, atOnce)])
      return found
    })
    yield rows.map(line).join('')
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = ListPlace.of(filter.order || 'newest', last)
  }
}

function line(row: ListedRow): string {
  const { names, emails, total, signed } = row
  const signers = (emails ?? []).map((email, index) => `${names?.[index] ?? ''} <${email}>`.trim())
  return csvLine([
    ...[row.id, row.title, row.status, row.holder, signers.join('; '), signed, total],
    ...[row.labels.map(({ name }) => name).join('; '), row.template_id],
    ...[row.created_at, row.sent_at, row.expires_at, row.completed_at, row.updated_at].map(
      (time) => time?.toISOString() ?? null
    ),
    'UTC',
  ])
}
