import { Refusal } from '#app/foundation/refusal'

export default class IpNotAllowed extends Refusal {
  static status = 403
  static code = 'E_IP_NOT_ALLOWED'
  static apiCode = 'ip_not_allowed'
  static message = 'This API key may not be used from your address'
}
