import { Refusal } from '#app/foundation/refusal'

export default class DeliveryNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'delivery_not_found'
  static readonly message = 'There is no such delivery in this account'
}
