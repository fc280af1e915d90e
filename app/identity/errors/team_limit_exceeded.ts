import { Refusal } from '#app/foundation/refusal'

export default class TeamLimitExceeded extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'team_limit_exceeded'

  constructor(limit: number) {
    super(`There can be ${limit} teams at most. Delete one that is no longer needed`)
    this.wording = { values: { limit } }
  }
}
