import type { Actor } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import Document from './document.js'
import DocumentTransitionRefused from './errors/document_transition_refused.js'

/**
 * Deletes a draft, which nobody has been asked to sign. Its trail stays, ends with this, and keeps nothing personal.
 *
 * @throws E_DOCUMENT_NOT_FOUND, E_DOCUMENT_TRANSITION_REFUSED unless it is a draft
 */
export async function removeDraft(id: string, by: Actor): Promise<void> {
  await unit(async () => {
    const document = await Document.lock(id)
    if (document.status !== 'draft') throw new DocumentTransitionRefused(document.status, 'deleted')
    await AuditTrail.append(document, { action: 'document.deleted', actor: by })
    await CurrentTenant.batch([
      {
        text: 'select erase_personal_values($1)',
        values: [id],
      },
      { text: 'delete from documents where id = $1', values: [id] },
    ])
    Outbox.append({ kind: 'documents.remove_files', ref: id })
  })
}
