import { SYSTEM } from '#app/audit/actor'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type { DocumentChange } from './document_change.js'
import type Signer from './signers/signer.js'
import { signerSummary } from './signers/signer_summary.js'
import { Suppression, SUPPRESSED } from './signers/suppression.js'

/** Asks signers to sign. Each counts once in `emailsSent`, whenever its turn comes and however often its address is corrected. */
export async function invite(change: DocumentChange, signers: readonly Signer[]): Promise<void> {
  const waiting = signers.filter((signer) => signer.status === 'pending')
  if (waiting.length === 0) return
  const suppressed = await Suppression.among(waiting.map(({ email }) => email))
  for (const signer of waiting) {
    if (signer.inPerson) awaitInPerson(change, signer)
    else if (suppressed.has(signer.email.toLowerCase())) refuse(change, signer)
    else ask(change, signer)
  }
}

function ask(change: DocumentChange, signer: Signer): void {
  if (!signer.sentAt) change.document.emailsSent += 1
  signer.merge({ status: 'sent', sentAt: tenantClock.now() })
  change.signal('signer.invited', signer.id)
  change.log({
    action: 'invite.sent',
    actor: SYSTEM,
    details: { signerId: signer.id },
    personal: { email: signer.email },
  })
}

/** A member asks them, who hands them a device: no mail goes out. */
function awaitInPerson(change: DocumentChange, signer: Signer): void {
  signer.merge({ status: 'sent', sentAt: tenantClock.now() })
  change.log({
    action: 'in_person.awaited',
    actor: SYSTEM,
    details: { signerId: signer.id },
  })
}

/** An address that is known to refuse mail is not tried: the signer has no mail, and a link that works. */
function refuse(change: DocumentChange, signer: Signer): void {
  markUndeliverable(change, signer)
  change.log({
    action: 'mail.bounced',
    actor: SYSTEM,
    details: { mail: 'invitation', signerId: signer.id, code: SUPPRESSED },
    personal: { email: signer.email },
  })
}

/** For a signer whom no mail reaches. */
export function markUndeliverable(change: DocumentChange, signer: Signer): void {
  const { document } = change
  signer.merge({ status: 'delivery_failed' })
  document.failedEmails += 1
  document.updatedAt = tenantClock.now()
  change.emit('document.delivery_failed', signerSummary(signer))
}
