import { Refusal } from '#app/foundation/refusal'

export default class IpNotAllowed extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'ip_not_allowed'
  static readonly message = 'This API key may not be used from your address'
}
