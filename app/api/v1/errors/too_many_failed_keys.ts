import { Refusal } from '#app/foundation/refusal'

export default class TooManyFailedKeys extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'

  /** @param retryAfter  seconds until keys of this address are looked at again */
  constructor(
    limit: number,
    readonly retryAfter: number
  ) {
    super(
      `Your address sent ${limit} requests in a second with keys that do not work: wait ${retryAfter} s`
    )
    this.details = { limit, windowSeconds: 1 }
  }
}
