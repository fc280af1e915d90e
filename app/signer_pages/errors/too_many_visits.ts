import { Refusal } from '#app/foundation/refusal'

export default class TooManyVisits extends Refusal {
  static status = 429
  static code = 'E_TOO_MANY_VISITS'
  static apiCode = 'rate_limited'

  /** @param retryAfter  seconds */
  constructor(
    limit: number,
    readonly retryAfter: number
  ) {
    super(`There were more than ${limit} requests in a minute at this link from your address`)
  }
}
