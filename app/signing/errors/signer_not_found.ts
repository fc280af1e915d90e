import { Refusal } from '#app/foundation/refusal'

export default class SignerNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'signer_not_found'
  static readonly message = 'This signing link does not exist'
}
