import { Refusal } from '#app/foundation/refusal'

export default class TooManyRequests extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'
  override readonly retryAfter: number

  constructor(seconds: number) {
    super('Too many requests. Wait before you send more')
    this.retryAfter = seconds
  }
}
