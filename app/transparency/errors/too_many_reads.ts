import { Refusal } from '#app/foundation/refusal'

export default class TooManyReads extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'

  /** @param retryAfter  seconds */
  constructor(
    limit: number,
    readonly retryAfter: number
  ) {
    super(`There were more than ${limit} reads of the public log in a minute from your address`)
  }
}
