import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import AlreadySigned from '../errors/already_signed.js'
import DocumentVoided from '../errors/document_voided.js'
import SignerOutOfTurn from '../errors/signer_out_of_turn.js'
import SigningLinkExpired from '../errors/signing_link_expired.js'
import SigningOver from '../errors/signing_over.js'

/** What a signing link leads to at this moment. */
export type Gate =
  'open' | 'waiting' | 'signed' | 'completed' | 'declined' | 'expired' | 'voided' | 'failed'

const REFUSALS: Record<Exclude<Gate, 'open'>, new () => Error> = {
  waiting: SignerOutOfTurn,
  signed: AlreadySigned,
  completed: AlreadySigned,
  declined: SigningOver,
  failed: SigningOver,
  expired: SigningLinkExpired,
  voided: DocumentVoided,
}

/** The one place that decides whether a signer may act; asked again under the lock by everything that changes something. */
export function gateOf(document: Document, signer: Signer): Gate {
  if (document.status === 'completed') return 'completed'
  if (document.status === 'failed') return 'failed'
  if (document.status === 'voided' || signer.status === 'voided')
    return document.status === 'declined' ? 'declined' : 'voided'
  if (document.status === 'declined') return 'declined'
  if (document.status === 'expired') return 'expired'
  if (signer.status === 'signed') return 'signed'
  if (document.isPastExpiry) return 'expired'
  if (document.status === 'draft' || signer.status === 'pending') return 'waiting'
  return 'open'
}

/** @throws the refusal that says why the signer may not act */
export function assertOpen(document: Document, signer: Signer): void {
  const gate = gateOf(document, signer)
  if (gate !== 'open') throw new REFUSALS[gate]()
}
