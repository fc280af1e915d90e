import { Refusal } from '#app/foundation/refusal'

export default class TooManyMessages extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'

  readonly retryAfter = 60

  constructor() {
    super('Too many log-ins at once. Wait a minute, then try again.')
  }
}
