import { Refusal } from '#app/foundation/refusal'

const RETRY_AFTER_S = 5

export default class TooManyWaiting extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'

  readonly retryAfter = RETRY_AFTER_S

  constructor(limit: number) {
    super(`${limit} requests with this key are already waiting for events`)
    this.details = { limit }
  }
}
