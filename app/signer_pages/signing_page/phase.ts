import type Document from '#app/documents/document'

/** How far a document is for somebody who has signed it. */
export type Phase = 'waiting' | 'sealing' | 'completed'

export function phaseOf(document: Document): Phase {
  if (document.status === 'completed') return 'completed'
  return document.isSealing ? 'sealing' : 'waiting'
}
