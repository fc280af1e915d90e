import { Refusal } from '#app/foundation/refusal'
import type Document from '../document.js'
import type Signer from '../signers/signer.js'

export default class SignerNotCorrectable extends Refusal {
  static status = 409
  static code = 'E_SIGNER_NOT_CORRECTABLE'
  static apiCode = 'document_state_conflict'

  constructor({ status }: Document, signer: Signer) {
    super(
      signer.status === 'signed'
        ? 'The signer has signed: what was signed is not corrected'
        : 'Nobody can sign this document any more, so nobody is corrected'
    )
    this.details = { currentStatus: status }
  }
}
