import { SYSTEM } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { signerNews, tell } from '#app/documents/document_news'
import type Signer from '#app/documents/signer'
import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Mail from './mail.js'

/**
 * A mail did not reach its recipient, and will not. A signer who was to sign reads as not delivered and may still sign through the link;
 * what goes to others only leaves its entry.
 */
export async function bounce(mail: Mail, code: string): Promise<void> {
  await unit(async () => {
    const document = await Document.lock(mail.documentId)
    const signer = document.signers.find(({ id }) => id === mail.signerId)
    await AuditTrail.append(document, {
      action: 'mail.bounced',
      actor: SYSTEM,
      details: { mail: mail.kind, signerId: mail.signerId, code },
      personal: { email: mail.recipient },
    })
    if (signer && isAwaitedAt(signer, mail.recipient)) await markUndelivered(document, signer)
    await CurrentTenant.batch([mail.outcome('failed', code)])
  })
}

/** Not one who has signed since, nor one whose address was corrected, nor one of whom we know already. */
function isAwaitedAt({ status, email }: Signer, address: string): boolean {
  return status === 'sent' && email === address
}

async function markUndelivered(document: Document, signer: Signer): Promise<void> {
  await signer.merge({ status: 'delivery_failed' }).save()
  document.failedEmails += 1
  document.updatedAt = clock.now()
  tell(document, 'document.delivery_failed', signerNews(signer))
  await document.save()
}
