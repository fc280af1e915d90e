import type { Actor } from '#app/audit/actor'
import { Contacts } from '#app/identity/contacts/contacts'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { DocumentChange } from '../document_change.js'
import type Signer from './signer.js'

/** For the member who asks them by hand: a program knows whom it asks. */
export function rememberContacts(
  change: DocumentChange,
  by: Actor,
  signers: readonly Signer[] = change.document.signers
): void {
  if (!isMember(by)) return
  const people = signers.map(({ name, email, askedLanguage: language }) => ({
    ...{ name, email, language },
  }))
  change.write(...Contacts.remembering(by, people, CurrentTenant.get().environment))
}

/** The same after a correction of somebody who was asked. An address from which mail came back is offered no more. */
export function rememberCorrected(
  change: DocumentChange,
  by: Actor,
  signer: Signer,
  before: Pick<Signer, 'email' | 'status'>
): void {
  if (!isMember(by) || change.document.status === 'draft') return
  if (before.status === 'delivery_failed' && before.email !== signer.email)
    change.write(Contacts.forgettingOf(by, before.email))
  rememberContacts(change, by, [signer])
}

function isMember({ type, via }: Actor): boolean {
  return type === 'user' && via === undefined
}
