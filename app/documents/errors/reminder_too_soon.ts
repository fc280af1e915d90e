import { Refusal } from '#app/foundation/refusal'

export default class ReminderTooSoon extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'reminder_too_soon'

  /** @param retryAfter  whole seconds until the next reminder may be sent */
  constructor(readonly retryAfter: number) {
    super('The signers were reminded less than an hour ago. Wait before you remind them again')
    this.details = { retryAfter }
  }
}
