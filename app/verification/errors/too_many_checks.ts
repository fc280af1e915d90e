import { Refusal } from '#app/foundation/refusal'

export default class TooManyChecks extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'
  static readonly message = 'Too many files are being checked: try again in a minute'
  readonly retryAfter = 60
}
