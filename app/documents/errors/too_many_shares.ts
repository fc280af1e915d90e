import { Refusal } from '#app/foundation/refusal'

export default class TooManyShares extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'too_many_shares'

  constructor(limit: number) {
    super(`A document can be shared with ${limit} members and teams at most. Share it with a team`)
    this.wording = { values: { limit } }
  }
}
