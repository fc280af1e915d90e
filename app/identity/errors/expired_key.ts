import { Refusal } from '#app/foundation/refusal'

export default class ExpiredKey extends Refusal {
  static status = 401
  static code = 'E_EXPIRED_KEY'
  static apiCode = 'expired_key'
  static message = 'This API key has expired: make a new one under Settings, API keys'
}
