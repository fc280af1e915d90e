import { Refusal } from '#app/foundation/refusal'

export default class DeliveryNotFound extends Refusal {
  static status = 404
  static code = 'E_DELIVERY_NOT_FOUND'
  static apiCode = 'delivery_not_found'
  static message = 'There is no such delivery in this account'
}
