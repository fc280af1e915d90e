import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import type Document from './document.js'

/** Part of a batch: who looks after a document; no row where they are gone, so that owners and admins are told in their place. */
export function responsibleOf({
  responsibleId,
}: Pick<Document, 'responsibleId'>): Query<RowOf<'users', 'id'>> {
  return query('select id from users where id = $1 and disabled_at is null', [responsibleId])
}
