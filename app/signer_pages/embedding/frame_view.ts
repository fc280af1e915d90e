import type { SignerSession } from '#app/signing/links/signer_session'

/** What a page in a frame tells the page around it; null where there is none. */
export interface FrameView {
  about: 'signing'
  origin: string
  state: string
  documentId: string
  signerId: string
}

const STATES: Record<string, string> = {
  'signer_pages/access_code': 'opened',
  'signer_pages/ask': 'opened',
  'signer_pages/asked': 'opened',
  'signer_pages/consent': 'opened',
  'signer_pages/one_time_code': 'opened',
  'signer_pages/sign': 'opened',
  'signer_pages/signed': 'signed',
}

export function frameView(
  { frameOrigin, document, signer, gate }: SignerSession,
  view: string
): FrameView | null {
  if (frameOrigin === null) return null
  const closed = signer.status === 'declined' ? 'declined' : 'closed'
  const isOpen = gate === 'open' && view !== 'signer_pages/closed'
  const state = STATES[view] ?? (isOpen ? 'opened' : closed)
  const ids = { documentId: document.id, signerId: signer.id }
  return { about: 'signing', origin: frameOrigin, state, ...ids }
}
