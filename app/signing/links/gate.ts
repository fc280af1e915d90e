import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import AlreadySigned from '../errors/already_signed.js'
import DocumentVoided from '../errors/document_voided.js'
import SignerOutOfTurn from '../errors/signer_out_of_turn.js'
import SigningLinkExpired from '../errors/signing_link_expired.js'
import SignsInPerson from '../errors/signs_in_person.js'
import SigningOver from '../errors/signing_over.js'

/** What a signing link leads to at this moment. */
export type Gate =
  | 'open'
  | 'waiting'
  | 'in_person'
  | 'signed'
  | 'completed'
  | 'declined'
  | 'expired'
  | 'voided'
  | 'failed'

const REFUSALS: Record<Exclude<Gate, 'open'>, new () => Error> = {
  waiting: SignerOutOfTurn,
  in_person: SignsInPerson,
  signed: AlreadySigned,
  completed: AlreadySigned,
  declined: SigningOver,
  failed: SigningOver,
  expired: SigningLinkExpired,
  voided: DocumentVoided,
}

/**
 * The one place that decides whether a signer may act; asked again under the lock by everything that changes something.
 *
 * @param isHosted  whether they come on the device of a member, where alone they may sign in person
 */
export function gateOf(document: Document, signer: Signer, isHosted: boolean): Gate {
  if (document.status === 'completed') return 'completed'
  if (document.status === 'failed') return 'failed'
  if (document.status === 'voided' || signer.status === 'voided')
    return document.status === 'declined' ? 'declined' : 'voided'
  if (document.status === 'declined') return 'declined'
  if (document.status === 'expired') return 'expired'
  if (signer.status === 'signed') return 'signed'
  if (document.isPastExpiry) return 'expired'
  if (document.status === 'draft' || signer.status === 'pending') return 'waiting'
  if (signer.inPerson && !isHosted) return 'in_person'
  return 'open'
}

/** @throws the refusal that says why the signer may not act */
export function assertOpen(document: Document, signer: Signer, isHosted: boolean): void {
  const gate = gateOf(document, signer, isHosted)
  if (gate !== 'open') throw new REFUSALS[gate]()
}
