import { Refusal } from '#app/foundation/refusal'

export default class TokenInvalid extends Refusal {
  static readonly kind = 'unauthenticated'
  static readonly code = 'token_invalid'
  static readonly message = 'This token is unknown, revoked or expired'
}
