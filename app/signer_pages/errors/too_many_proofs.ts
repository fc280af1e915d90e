import { Refusal } from '#app/foundation/refusal'

export default class TooManyProofs extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'

  /** @param retryAfter  seconds */
  constructor(
    limit: number,
    readonly retryAfter: number
  ) {
    super(`There were more than ${limit} tries to prove this identity. Try again later`)
  }
}
