import { isTerminal, type DocumentStatus } from '#app/documents/document_status'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

/** A document that somebody was asked to sign. */
export interface SignersDocument {
  id: string
  title: string
  status: DocumentStatus
  createdAt: Date
  /** At its end: the others have to be voided or completed first. */
  isErasable: boolean
  /**
   * They are asked no more: signing was handed over, or the address was corrected, which may have been the wrong one of somebody else. So it is the
   * document of those who stand in their place now; they are named here, if they are known. Null where they are a signer.
   */
  successors: readonly Successor[] | null
}

interface Successor {
  name: string
  email: string
}

const AT_ONCE = 200

type FoundRow = RowOf<'documents', 'id' | 'title' | 'status' | 'created_at'> & {
  successors: Successor[] | null
}

/** Also those that they handed over to somebody else, or were asked to sign at an address that was corrected: `place` is who signs there now. */
const FOUND = `
  with named as (
    select document_id, null as place from signers where lower(email) = lower($1)
    union all
    select document_id, id from signers, jsonb_array_elements(delegations) as done
     where delegations <> '[]' and lower(done -> 'from' ->> 'email') = lower($1)
    union all
    select chain, body::jsonb -> 'details' ->> 'signerId' from audit_entries join personal_values on entry_id = id
     where field = 'emailBefore' and lower(value) = lower($1)),
  found as (
    select id, title, status, created_at,
           case when exists (select from named where document_id = d.id and place is null) then null
                else (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'email', email) order by position), '[]')
                        from signers where id in (select place from named where document_id = d.id)) end as successors
      from documents d where erased_at is null and id in (select document_id from named))
  select * from found order by successors is not null, created_at desc, id desc limit ${AT_ONCE + 1}`

/** The newest documents of a person, found by address, and behind them those that are others' now. */
export const SignersDocuments = {
  /** Part of a batch that reads more; `from` takes the answer. */
  of(email: string) {
    return query<FoundRow>(FOUND, [email])
  },

  /** `hasMore` when there are others besides. */
  from(rows: readonly FoundRow[]): { documents: SignersDocument[]; hasMore: boolean } {
    const documents = rows.slice(0, AT_ONCE).map((row) => ({
      id: row.id,
      title: row.title,
      status: row.status,
      createdAt: row.created_at,
      isErasable: isTerminal(row.status),
      successors: row.successors,
    }))
    return { documents, hasMore: rows.length > AT_ONCE }
  },
}
