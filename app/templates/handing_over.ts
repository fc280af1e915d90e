import { holderOf } from '#app/identity/access/visibility'
import { query, type Query, type Statement } from '#app/tenancy/statement'

const HELD = `${holderOf('templates')} = $1`

/** The templates of a member who leaves, or of a team that is deleted, in the entered environment. */
export const TemplateHandover = {
  count(holderId: string): Query<{ count: number }> {
    return query(`select count(*)::int as count from templates where ${HELD}`, [holderId])
  },

  /** They and their bulk sends go where the documents go, in the same unit. */
  statement(from: string, to: string): Statement {
    const text = `with sends as (
        update bulk_sends set holder_id = nullif($2, created_by) where ${holderOf('bulk_sends')} = $1)
      update templates set holder_id = nullif($2, created_by) where ${HELD}`
    return { text, values: [from, to] }
  },
}
