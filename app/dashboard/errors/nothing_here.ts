import { Refusal } from '#app/foundation/refusal'

/** Also for what is another tenant's, or of the other environment: nobody learns that it exists. */
export default class NothingHere extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'not_found'
  static readonly message = 'There is nothing at this address'
}
