import type { Environment } from '#app/foundation/environment'
import { rolesWith } from '#app/identity/access/role'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'

export type FormMember = RowOf<'users', 'id' | 'name' | 'email'>

const MEMBERS =
  'select id, name, email from users where disabled_at is null and role = any($1) order by lower(name), id'

/** Who may take a role beside the visitor's. */
export function formMembers(environment: Environment): Query<FormMember> {
  return query(MEMBERS, [rolesWith('documents', environment)])
}
