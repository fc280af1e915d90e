import type { Access } from '#app/identity/access/document_policy'
import { holderOf } from '#app/identity/access/visibility'
import type Document from '../document.js'

/** A member or team who sees a document because it is theirs or shared with them. */
export interface Insider {
  /** `usr_…` or `tea_…`; of a document that no user made, the name of its maker, such as the command line. */
  id: string
  kind: 'person' | 'team'
  /** Null for a team that was deleted, and for a maker who is no user. */
  name: string | null
  /** Null for a team. */
  email: string | null
  /** Removed from the account or deleted. */
  isGone: boolean
  access: Access
}

/** The one that holds it first, then those it is shared with, by name. For a statement that reads `documents`. */
export const CIRCLE = `
  (select jsonb_agg(jsonb_build_object('id', g.id, 'access', g.access, 'name', coalesce(t.name, u.name), 'email', u.email,
            'kind', case when g.id like 'tea\\_%' then 'team' else 'person' end,
            'isGone', t.id is null and (u.id is null or u.removed_at is not null))
            order by g.access <> 'hold', lower(coalesce(t.name, u.name)), g.id)
     from (select ${holderOf()} as id, 'hold' as access
            union all select grantee_id, access from document_shares where document_id = documents.id) g
     left join users u on u.id = g.id left join teams t on t.id = g.id)`

/** How a document is shared, and what its reader may do with it: of one that `Document.readingVisible` read. */
export function sharingOf({ $extras: extras }: Document): { access: Access; circle: Insider[] } {
  return extras as { access: Access; circle: Insider[] }
}
