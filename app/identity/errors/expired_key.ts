import { Refusal } from '#app/foundation/refusal'

export default class ExpiredKey extends Refusal {
  static readonly kind = 'unauthenticated'
  static readonly code = 'expired_key'
  static readonly message = 'This API key has expired: make a new one under Settings, API keys'
}
