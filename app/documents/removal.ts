import type { Actor } from '#app/audit/actor'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { DocumentChange } from './document_change.js'
import { forgetLater } from './late_traces.js'
import DocumentTransitionRefused from './errors/document_transition_refused.js'

/** Removes a draft, which nobody has been asked to sign. Its trail stays, ends with this, and keeps nothing personal. */
export function remove(change: DocumentChange, by: Actor): void {
  const { id, status } = change.document
  if (status !== 'draft') throw new DocumentTransitionRefused(status, 'deleted')
  change.log({ action: 'document.deleted', actor: by })
  change.write(
    { text: 'select erase_personal_values($1)', values: [id] },
    { text: 'delete from documents where id = $1', values: [id] }
  )
  Outbox.append({ kind: 'documents.remove_files', ref: id })
  forgetLater(id)
}
