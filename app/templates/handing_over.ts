import { TRANSITIONS } from '#app/documents/document_status'
import { HandingOver, type Holding } from '#app/documents/sharing/handing_over'
import { holderOf } from '#app/identity/access/visibility'
import { query, type Query, type Statement } from '#app/tenancy/statement'

const KINDS = [...Object.keys(TRANSITIONS), 'template']
const HELD = `${holderOf('templates')} = $1`

/** How many of what somebody leaves. */
export interface Held {
  kind: Holding['status'] | 'template'
  count: number
}

/** The templates of a member who leaves, or of a team that is deleted, in the entered environment. */
export const TemplateHandover = {
  /** How many there are, beside the documents. */
  counts(holderId: string): Query<Held> {
    const documents = HandingOver.counts(holderId)
    const text = `select status as kind, count from (${documents.text}) d
      union all select 'template', count(*)::int from templates where ${HELD}`
    return query(text, documents.values)
  },

  /** Documents in the order of their life, templates last. */
  inOrder(rows: readonly Held[]): Held[] {
    return KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind && row.count > 0))
  },

  /** They and their bulk sends go where the documents go, in the same unit. */
  statement(from: string, to: string): Statement {
    const text = `with sends as (
        update bulk_sends set holder_id = nullif($2, created_by) where ${holderOf('bulk_sends')} = $1)
      update templates set holder_id = nullif($2, created_by) where ${HELD}`
    return { text, values: [from, to] }
  },
}
