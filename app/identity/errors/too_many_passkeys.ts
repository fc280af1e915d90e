import { Refusal } from '#app/foundation/refusal'

export default class TooManyPasskeys extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'too_many_passkeys'

  constructor(limit: number) {
    super(`You have ${limit} passkeys, which is the maximum. Remove one first`)
    this.details = { limit }
    this.wording = { values: { limit } }
  }
}
