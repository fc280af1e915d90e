import { Refusal } from '#app/foundation/refusal'

/** Not now, and soon again. */
export default class Unavailable extends Refusal {
  static readonly kind = 'unavailable'
  static readonly code = 'unavailable'

  /** @param retryAfter  seconds */
  constructor(
    message: string,
    readonly retryAfter: number
  ) {
    super(message)
  }
}
