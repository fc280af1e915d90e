import { Refusal } from '#app/foundation/refusal'

export default class AddressTaken extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'address_taken'
  static readonly message = 'Another member has this address by now. Nothing was changed.'
}
