import { isVisible, type Audience } from '#app/identity/access/visibility'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

const VISIBLE = `select id from documents where id = any ($1) and ${isVisible('$2')}`

/** Which of the documents each audience sees, in one batch. */
export async function visibleAmong(
  ids: readonly string[],
  audiences: readonly Audience[]
): Promise<string[][]> {
  const asked = audiences.map((audience) =>
    query<RowOf<'documents', 'id'>>(VISIBLE, [ids, audience])
  )
  const answers = await CurrentTenant.batch(asked)
  return answers.map((rows) => rows.map(({ id }) => id))
}
