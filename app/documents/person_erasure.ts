import type { Actor } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { PERSON_ERASED } from '#app/audit/erased_values'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { DocumentChange } from './document_change.js'
import { personsValues } from './persons_values.js'
import type { Delegation, Identity } from './signers/delegations.js'

const NOBODY: Identity = { name: '', email: '' }

/** With what the sender answered. */
const FORGET_QUESTIONS = 'delete from signer_questions where document_id = $1 and id = any($2)'

/**
 * Erases what the trail and the rows of a document that stays say of a person who is no longer asked there. The trail names what is gone, what
 * they wrote to the sender included, and its commitments stay. Files that were sealed before say what they said.
 */
export async function erasePerson(change: DocumentChange, email: string, by: Actor): Promise<void> {
  const { document } = change
  for (const signer of document.signers)
    signer.delegations = signer.delegations.map((one) => without(one, email))
  const entries = await AuditTrail.read(document.id)
  const { named, signers, questions, replacements } = personsValues(
    entries,
    document.signers,
    email
  )
  if (Object.keys(named).length === 0) return
  const details = { values: named, ...(questions.length > 0 && { questions }) }
  change.log({ action: PERSON_ERASED, actor: by, details, personal: { signers } })
  // after the entry, for PostgreSQL erases those values alone that the last one names
  change.write({ text: 'select erase_named_values($1)', values: [document.id] })
  if (questions.length > 0)
    change.write({ text: FORGET_QUESTIONS, values: [document.id, questions] })
  Outbox.append(...replacements.map((ref) => ({ kind: 'erasures.list' as const, ref })))
}

function without(delegation: Delegation, email: string): Delegation {
  const isTheirs = (one: Identity) => one.email.toLowerCase() === email.toLowerCase()
  const { from, to, reason } = delegation
  if (isTheirs(from)) return { ...delegation, from: NOBODY, reason: null }
  return isTheirs(to) ? { ...delegation, to: NOBODY, reason } : delegation
}
