import { holderOf } from '#app/identity/access/visibility'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

const MOST_SHOWN = 100

/** People who were removed and whom documents or templates of the entered environment still belong to, by name. */
export const FORMER_HOLDERS = query<RowOf<'users', 'id' | 'name' | 'email' | 'removed_at'>>(
  `select id, name, email, removed_at from users u where removed_at is not null
      and (exists (select 1 from documents d where ${holderOf('d')} = u.id and d.erased_at is null)
        or exists (select 1 from templates t where ${holderOf('t')} = u.id))
    order by lower(name), id limit ${MOST_SHOWN}`
)
