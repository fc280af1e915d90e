import { Refusal } from '#app/foundation/refusal'

export default class TooManyUploads extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'

  /** @param retryAfter  seconds */
  constructor(
    limit: number,
    readonly retryAfter: number
  ) {
    super(`More than ${limit} files were sent. Try again later`)
  }
}
