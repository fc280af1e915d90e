import { Refusal } from '#app/foundation/refusal'
import type Document from '../document.js'

export default class SignerNotAwaited extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_state_conflict'
  static readonly message = 'This signer is not asked to sign at the moment'

  constructor({ status }: Document) {
    super()
    this.details = { currentStatus: status }
  }
}
