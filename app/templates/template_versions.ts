import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'

const MOST_SHOWN = 50

export type VersionRow = RowOf<'template_versions', 'version' | 'created_at'> & {
  /** Who saved it; null for somebody who is no user. */
  author: string | null
}

/** The newest first. */
export function templateVersions(templateId: string): Query<VersionRow> {
  return query(
    `select v.version, v.created_at, (select name from users where id = v.created_by) as author
       from template_versions v where v.template_id = $1 order by v.version desc limit ${MOST_SHOWN}`,
    [templateId]
  )
}
