import { Refusal } from '#app/foundation/refusal'

export default class CheckTooSoon extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'check_too_soon'

  constructor(readonly retryAfter: number) {
    super('This host was looked up a moment ago. Wait a few seconds, then try again')
  }
}
