import { Refusal } from '#app/foundation/refusal'

export default class TooManyMessages extends Refusal {
  static status = 429
  static code = 'E_TOO_MANY_MESSAGES'
  static apiCode = 'rate_limited'

  readonly retryAfter = 60

  constructor() {
    super('Too many log-ins at once. Wait a minute, then try again.')
  }
}
