import { counted } from '#app/foundation/counted'
import { Refusal } from '#app/foundation/refusal'

export default class RateLimited extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'

  /** @param retryAfter  seconds until there are requests again */
  constructor(
    limit: number,
    readonly retryAfter: number
  ) {
    super(`You sent more than ${limit} requests in a minute: wait ${counted(retryAfter, 'second')}`)
    this.details = { limit, windowSeconds: 60 }
  }
}
