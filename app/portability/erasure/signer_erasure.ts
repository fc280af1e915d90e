import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import Document from '#app/documents/document'
import { SavedViews } from '#app/documents/views/saved_views'
import { Contacts } from '#app/identity/contacts/contacts'
import { forgettingProofsBy } from '#app/identity/users/providers_words'
import { BulkRows } from '#app/templates/bulk/bulk_row'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { query } from '#app/tenancy/statement'
import Retention from '#app/tenants/retention'
import { SignersDocuments, type SignersDocument } from './signers_documents.js'

interface Preview {
  documents: SignersDocument[]
  hasMore: boolean
  contacts: number
  /** Of lists that are still to be sent. */
  bulkRows: number
  /** Saved views that ask for them. */
  views: number
}

/** What came of erasing a person. */
export interface ErasedPerson {
  /** Of the documents that were erased. */
  documents: number
  /** That somebody else signs in their place, and that stay. */
  left: number
  /** That are still open, and go on asking them. */
  open: number
  /** Whether there are documents that were not looked at: it is asked again for these. */
  hasMore: boolean
}

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
      SignersDocuments.of(email),
      Contacts.counting(email),
      BulkRows.counting(email),
    ])
    const views = await SavedViews.naming(email)
    return { ...SignersDocuments.from(rows), contacts, bulkRows: bulk.rows, views: views.length }
  },

  /**
   * Erases those of their documents that are at their end, and with the last of them that mail to the address came back, or to one that was corrected
   * there, and what members remember: all of it or nothing. What somebody else signs in their place stays, without the mails to the address and what its trail
   * says of it, unless that goes as well. The trail tells how many, and not whose.
   *
   * @throws LegalHold
   */
  run(email: string, by: Actor, { andOfOthers = false } = {}): Promise<ErasedPerson> {
    return unit(async () => {
      const { documents, hasMore } = await SignerErasure.preview(email)
      const [kept, erasable] = partition(documents, andOfOthers)
      const isLive = CurrentTenant.get().environment === 'live'
      if (kept.length > 0 && isLive) await Retention.assertErasable()
      const addresses = [email.toLowerCase(), ...(await correctedIn(erasable))]
      for (const { id } of [...kept, ...erasable].sort(byId)) {
        const document = Document.reference(id)
        if (kept.some((one) => one.id === id)) await document.erasePerson(email, by)
        else await document.erase({ by, reason: 'signer' })
      }
      await CurrentTenant.batch([
        { text: FORGET_MAILS, values: [kept.map(({ id }) => id), email] },
        { text: FORGET, values: [addresses] },
        { text: FORGET_STATES },
      ])
      // the sandbox asks no provider
      if (isLive) await CurrentTenant.batch(forgettingProofsBy(email))
      await SignerErasure.forget(email)
      const details = { documents: erasable.length }
      await SecurityTrail.append({ action: 'signer.erased', actor: by, details })
      const open = documents.length - erasable.length - kept.length
      return { documents: erasable.length, left: kept.length, open, hasMore }
    })
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

/** @returns those that stay as somebody else's, and those that go */
function partition(
  documents: readonly SignersDocument[],
  andOfOthers: boolean
): [SignersDocument[], SignersDocument[]] {
  const isErased = ({ successors, isErasable }: SignersDocument) =>
    isErasable && (successors === null || andOfOthers)
  return [
    documents.filter((one) => one.successors !== null && !isErased(one)),
    documents.filter(isErased),
  ]
}

/** Two that erase at the same time lock documents in the same order. */
function byId(a: SignersDocument, b: SignersDocument): number {
  return a.id < b.id ? -1 : 1
}

async function correctedIn(documents: readonly SignersDocument[]): Promise<string[]> {
  const ids = documents.map(({ id }) => id)
  const [rows] = await CurrentTenant.batch([query<{ address: string }>(CORRECTED, [ids])])
  return rows.map(({ address }) => address)
}
