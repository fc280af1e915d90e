import { Refusal } from '#app/foundation/refusal'

export default class RevokedKey extends Refusal {
  static readonly kind = 'unauthenticated'
  static readonly code = 'revoked_key'
  static readonly message = 'This API key was revoked: make a new one under Settings, API keys'
}
