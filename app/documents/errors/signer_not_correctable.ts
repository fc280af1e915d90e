import { Refusal } from '#app/foundation/refusal'
import type Document from '../document.js'
import type Signer from '../signers/signer.js'

export default class SignerNotCorrectable extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'

  constructor({ status }: Document, signer: Signer) {
    super(
      signer.status === 'signed'
        ? 'The signer has signed: what was signed is not corrected'
        : 'Nobody can sign this document any more, so nobody is corrected'
    )
    this.wording = { form: signer.status === 'signed' ? 'signed' : 'over' }
    this.details = { currentStatus: status }
  }
}
