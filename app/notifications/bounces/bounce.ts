import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import { markUndeliverable } from '#app/documents/signer_invitation'
import type Signer from '#app/documents/signers/signer'
import { Suppression } from '#app/documents/signers/suppression'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import { failingCodeOf } from '../codes/failed_code.js'
import type Mail from '../mail.js'
import { isAddressWrong } from './reply_code.js'

/**
 * A mail did not reach its recipient, and will not. A signer who was to sign, or was to get a copy, reads as not
 * delivered; one who was to sign may still do so through the link. What goes to others only leaves its entry. Of a code, the page that asks for it says so, too. An address that its own server calls wrong gets no more mail.
 * Of a document that was erased while its mail was under way, none of that is written down: it would name people again.
 */
export async function bounce(mail: Mail, code: string): Promise<void> {
  const failed = mail.outcome('failed', code)
  const records = [failed]
  if (isLive() && isAddressWrong(code)) records.push(Suppression.of(mail.recipient, code, mail.id))
  await unit(async () => {
    const documentId = await documentOf(mail)
    if (!documentId) return CurrentTenant.batch(records)
    return Document.change(documentId, async (change) => {
      if (change.document.isErased) return change.write(failed)
      change.write(...records, ...(await failingCodeOf(mail)))
      await noteBounce(change, mail, code)
    })
  })
}

/** A notice is about none, and one that is gone has nobody to tell. */
async function documentOf({ documentId }: Mail): Promise<string | null> {
  if (!documentId) return null
  const text = 'select id from documents where id = $1'
  const [found] = await CurrentTenant.batch([{ text, values: [documentId] }])
  return found.length > 0 ? documentId : null
}

async function noteBounce(change: DocumentChange, mail: Mail, code: string): Promise<void> {
  const { document } = change
  change.log({
    action: 'mail.bounced',
    actor: SYSTEM,
    details: { mail: mail.kind, signerId: mail.signerId, code },
    personal: { email: mail.recipient },
  })
  const signer = document.signers.find(({ id }) => id === mail.signerId)
  if (!signer || !isAwaitedAt(signer, mail.recipient)) return
  markUndeliverable(change, signer)
  if (isLive() && signer.isActing) await notifyPeople(document, signer, code)
}

/** Not one who has signed since, nor one whose address was corrected, nor one of whom we know already. */
function isAwaitedAt({ status, email }: Signer, address: string): boolean {
  return status === 'sent' && email.toLowerCase() === address.toLowerCase()
}

/** The one who looks after the document can correct the address; if they are gone, owners and admins can. */
async function notifyPeople(document: Document, signer: Signer, code: string): Promise<void> {
  const text = 'select id from users where id = $1 and disabled_at is null'
  const [[person]] = await CurrentTenant.batch([{ text, values: [document.responsibleId] }])
  const to = person?.id as string | undefined
  await Notice.leave('signer.undeliverable', { signerId: signer.id, code }, { to })
}

/** The sandbox reaches nobody, and its scenario signers bounce as often as they are asked. */
function isLive(): boolean {
  return CurrentTenant.get().environment === 'live'
}
