import { Refusal } from '#app/foundation/refusal'

export default class NewAccountLimit extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'new_account_limit'

  /** In seconds. */
  retryAfter: number

  constructor(limit: number, waitMs: number) {
    super(
      `In its first days an account sends at most ${limit} documents a day: go on tomorrow, or ask for more`
    )
    this.details = { limit }
    this.wording = { values: { limit } }
    this.retryAfter = Math.ceil(waitMs / 1000)
  }
}
