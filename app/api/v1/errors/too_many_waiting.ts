import { Refusal } from '#app/foundation/refusal'

const RETRY_AFTER_S = 5

export default class TooManyWaiting extends Refusal {
  static status = 429
  static code = 'E_TOO_MANY_WAITING'
  static apiCode = 'rate_limited'

  readonly retryAfter = RETRY_AFTER_S

  constructor(limit: number) {
    super(`${limit} requests of this key wait for events already`)
    this.details = { limit }
  }
}
