import { Refusal } from '#app/foundation/refusal'

export default class TooManyVisits extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'

  /** @param retryAfter  seconds */
  constructor(
    limit: number,
    readonly retryAfter: number
  ) {
    super(`There were more than ${limit} requests in a minute at this link from your address`)
  }
}
