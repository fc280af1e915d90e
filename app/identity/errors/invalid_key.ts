import { Refusal } from '#app/foundation/refusal'

export default class InvalidKey extends Refusal {
  static readonly kind = 'unauthenticated'
  static readonly code = 'invalid_key'
  static readonly message =
    'This API key is not valid here: check that it is complete and belongs to this address'
}
