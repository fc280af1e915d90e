import { inWords } from '#app/foundation/duration'
import { Refusal } from '#app/foundation/refusal'
import { REMINDER_INTERVAL_MS } from '../reminder_schedule.js'

export default class ReminderTooSoon extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'reminder_too_soon'

  /** @param retryAfter  whole seconds until the next reminder may be sent */
  constructor(readonly retryAfter: number) {
    const interval = inWords(REMINDER_INTERVAL_MS)
    super(`The signers were reminded less than ${interval} ago. Wait before you remind them again`)
    this.details = { retryAfter }
  }
}
