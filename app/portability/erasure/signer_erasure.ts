import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import Document from '#app/documents/document'
import { isTerminal, type DocumentStatus } from '#app/documents/document_status'
import { SavedViews } from '#app/documents/views/saved_views'
import { Contacts } from '#app/identity/contacts/contacts'
import { forgettingProofsBy } from '#app/identity/users/providers_words'
import { BulkRows } from '#app/templates/bulk/bulk_row'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import Retention from '#app/tenants/retention'

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

interface Preview {
  documents: SignersDocument[]
  hasMore: boolean
  contacts: number
  /** Of lists that are still to be sent. */
  bulkRows: number
  /** Saved views that ask for them. */
  views: number
}

const AT_ONCE = 200

type FoundRow = RowOf<'documents', 'id' | 'title' | 'status' | 'created_at'> & {
  successors: Successor[] | null
}

/** Also of those that they handed over to somebody else, or were asked to sign at an address that was corrected: `place` is who signs there now. */
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

/** What was mailed to them about documents that stay. */
const FORGET_MAILS =
  'delete from mails where document_id = any ($1) and lower(recipient) = lower($2)'

/** The addresses that were corrected in documents, in lower case: with these nothing else names them any more. */
const CORRECTED = `
  select distinct lower(value) as address from audit_entries join personal_values on entry_id = id
   where chain = any ($1) and field = 'emailBefore'`

/**
 * That mail to an address came back goes as well, once nobody of that address is asked any more: until then it keeps mail from going
 * there in vain.
 */
const FORGET = `
  delete from suppressions
   where address = any ($1) and not exists (select from signers where lower(email) = address)`

/** Whom a draft named earlier is sealed in what can be gone back to, so none of that stays. */
export const FORGET_STATES = 'delete from draft_states'

/** All that an account holds of one person who signs, found by address. */
export const SignerErasure = {
  /** @returns the newest of their documents, and behind them those that are others' now; `hasMore` when there are others besides; how many members remember them, and how many rows name them */
  async preview(email: string): Promise<Preview> {
    const [rows, [{ contacts }], [bulk]] = await CurrentTenant.batch([
      query<FoundRow>(FOUND, [email]),
      Contacts.counting(email),
      BulkRows.counting(email),
    ])
    const views = await SavedViews.naming(email)
    const documents = rows.slice(0, AT_ONCE).map((row) => ({
      id: row.id,
      title: row.title,
      status: row.status,
      createdAt: row.created_at,
      isErasable: isTerminal(row.status),
      successors: row.successors,
    }))
    return {
      documents,
      hasMore: rows.length > AT_ONCE,
      contacts,
      bulkRows: bulk.rows,
      views: views.length,
    }
  },

  /**
   * Erases those of their documents that are at their end, and with the last of them that mail to the address came back, or to one that was corrected
   * there, and what members remember. What somebody else signs in their place stays, without the mails to the address, unless that goes as well. The trail
   * tells how many, and not whose.
   *
   * @throws LegalHold
   */
  async run(email: string, by: Actor, { andOfOthers = false } = {}): Promise<number> {
    const { documents } = await SignerErasure.preview(email)
    const [kept, own] = partition(documents, andOfOthers)
    const erasable = own.filter(({ isErasable }) => isErasable)
    const addresses = [email.toLowerCase(), ...(await correctedIn(erasable))]
    for (const { id } of erasable) await Document.reference(id).erase({ by, reason: 'signer' })
    const details = { documents: erasable.length }
    await unit(async () => {
      if (kept.length > 0 && CurrentTenant.get().environment === 'live')
        await Retention.assertErasable()
      await CurrentTenant.batch([
        { text: FORGET_MAILS, values: [kept, email] },
        { text: FORGET, values: [addresses] },
        { text: FORGET_STATES },
      ])
      // the sandbox asks no provider
      if (CurrentTenant.get().environment === 'live')
        await CurrentTenant.batch(forgettingProofsBy(email))
      await SignerErasure.forget(email)
      await SecurityTrail.append({ action: 'signer.erased', actor: by, details })
    })
    return erasable.length
  },

  /** What members of the entered environment remember, ask for in saved views, and rows of lists name. It is listed by ids, for a restore. */
  async forget(email: string): Promise<void> {
    await unit(async () => {
      const [contacts, views, rows] = await CurrentTenant.batch([
        Contacts.forgetting(email),
        SavedViews.forgetting(await SavedViews.naming(email)),
        BulkRows.forgetting(email),
      ])
      const refs = [...[...contacts, ...views].map(({ id }) => id), ...rows.map(({ ref }) => ref)]
      Outbox.append(...refs.map((ref) => ({ kind: 'erasures.list' as const, ref })))
    })
  },
}

/** @returns the ids of those that stay, and those that go */
function partition(
  documents: readonly SignersDocument[],
  andOfOthers: boolean
): [string[], SignersDocument[]] {
  const isKept = ({ successors }: SignersDocument) => successors !== null && !andOfOthers
  return [
    documents.filter(isKept).map(({ id }) => id),
    documents.filter((document) => !isKept(document)),
  ]
}

async function correctedIn(documents: readonly SignersDocument[]): Promise<string[]> {
  const ids = documents.map(({ id }) => id)
  const [rows] = await CurrentTenant.batch([query<{ address: string }>(CORRECTED, [ids])])
  return rows.map(({ address }) => address)
}
