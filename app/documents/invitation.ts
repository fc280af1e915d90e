import type { DocumentHappening } from '#app/audit/audit_trail'
import { SYSTEM } from '#app/audit/actor'
import { record } from '#app/events/record'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type Document from './document.js'
import { signerNews, tell } from './document_news.js'
import type Signer from './signers/signer.js'
import { Suppression, SUPPRESSED } from './signers/suppression.js'

/**
 * Asks signers to sign: changes them and the document in memory, and returns what belongs into the trail. Each counts once in
 * `emailsSent`, whenever its turn comes and however often its address is corrected.
 */
export async function invite(
  document: Document,
  signers: readonly Signer[]
): Promise<DocumentHappening[]> {
  const waiting = signers.filter((signer) => signer.status === 'pending')
  if (waiting.length === 0) return []
  const suppressed = await Suppression.among(waiting.map(({ email }) => email))
  return waiting.map((signer) =>
    suppressed.has(signer.email.toLowerCase()) ? refuse(document, signer) : ask(document, signer)
  )
}

function ask(document: Document, signer: Signer): DocumentHappening {
  if (!signer.sentAt) document.emailsSent += 1
  signer.merge({ status: 'sent', sentAt: tenantClock.now() })
  record({ name: 'signer.invited', ref: signer.id, documentId: document.id })
  return {
    action: 'invite.sent',
    actor: SYSTEM,
    details: { signerId: signer.id },
    personal: { email: signer.email },
  }
}

/** An address that is known to refuse mail is not tried: the signer has no mail, and a link that works. */
function refuse(document: Document, signer: Signer): DocumentHappening {
  return {
    ...undeliverable(document, signer),
    details: { mail: 'invitation', signerId: signer.id, code: SUPPRESSED },
    personal: { email: signer.email },
  }
}

/** Marks a signer whom no mail reaches. The caller saves both. */
export function undeliverable(
  document: Document,
  signer: Signer
): Pick<DocumentHappening, 'action' | 'actor'> {
  signer.merge({ status: 'delivery_failed' })
  document.failedEmails += 1
  document.updatedAt = tenantClock.now()
  tell(document, 'document.delivery_failed', signerNews(signer))
  return { action: 'mail.bounced', actor: SYSTEM }
}
