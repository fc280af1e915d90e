import { Refusal } from '#app/foundation/refusal'

export default class NothingHere extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'not_found'
  static readonly message = 'Nothing is at this address'
}
