import { Refusal } from '#app/foundation/refusal'

export default class TooManyTokens extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'too_many_tokens'
  static readonly message = 'Two tokens are in force. Revoke one before you create another'
}
