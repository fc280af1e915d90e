import { Refusal } from '#app/foundation/refusal'

export default class SignatureOvertaken extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'signature_overtaken'
  static readonly message =
    'Somebody else has signed this document in the meantime, so that your certificate has to sign what it is now'
}
