import { Refusal } from '#app/foundation/refusal'

/** Not now, and soon again. */
export default class Unavailable extends Refusal {
  static status = 503
  static code = 'E_UNAVAILABLE'
  static apiCode = 'unavailable'

  /** @param retryAfter  seconds */
  constructor(
    message: string,
    readonly retryAfter: number
  ) {
    super(message)
  }
}
