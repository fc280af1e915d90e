import type { EventName } from '#app/events/event_name'
import { record } from '#app/events/record'
import type Document from './document.js'
import type Signer from './signers/signer.js'

/** Tells the world of a document, in the unit that changes it; its row is saved after, for the sequence moves. */
export function tell(
  document: Document,
  name: EventName,
  more: Record<string, unknown> = {}
): void {
  document.sequence += 1
  const { id, status, sequence, metadata } = document
  record({
    name,
    ref: id,
    documentId: id,
    data: { documentId: id, status, sequence, metadata, ...more },
  })
}

/** A signer as events show one: never with a link. */
export function signerNews(signer: Signer): Record<string, unknown> {
  const { id, key, name, email, status } = signer
  return { signer: { id, key, name, email, status } }
}
