import { Refusal } from '#app/foundation/refusal'

export default class CheckTooSoon extends Refusal {
  static status = 429
  static code = 'E_CHECK_TOO_SOON'
  static apiCode = 'check_too_soon'

  constructor(readonly retryAfter: number) {
    super('This host was looked up a moment ago. Wait a few seconds, then try again')
  }
}
