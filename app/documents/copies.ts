import { SYSTEM } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type { DocumentChange } from './document_change.js'
import { markUndeliverable } from './signer_invitation.js'
import type Signer from './signers/signer.js'
import { Suppression, SUPPRESSED } from './signers/suppression.js'

/** Sends the finished document to people who only get a copy; the mail is the one that everybody gets then. */
export async function sendCopies(change: DocumentChange): Promise<void> {
  const { copied } = change.document
  if (copied.length === 0) return
  const suppressed = await Suppression.among(copied.map(({ email }) => email))
  for (const person of copied) {
    if (suppressed.has(person.email.toLowerCase())) refuse(change, person)
    else sendTo(change, person)
  }
}

function sendTo(change: DocumentChange, person: Signer): void {
  change.document.emailsSent += 1
  person.merge({ status: 'sent', sentAt: tenantClock.now() })
  change.log({
    action: 'copy.sent',
    actor: SYSTEM,
    details: { signerId: person.id },
    personal: { email: person.email },
  })
}

/** An address that is known to refuse mail is not tried. */
function refuse(change: DocumentChange, person: Signer): void {
  markUndeliverable(change, person)
  change.log({
    action: 'mail.bounced',
    actor: SYSTEM,
    details: { mail: 'completed', signerId: person.id, code: SUPPRESSED },
    personal: { email: person.email },
  })
}
