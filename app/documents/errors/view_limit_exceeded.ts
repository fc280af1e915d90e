import { Refusal } from '#app/foundation/refusal'

export default class ViewLimitExceeded extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'view_limit_exceeded'

  constructor(limit: number) {
    super(`You can save ${limit} views at most. Delete one that you no longer need`)
    this.wording = { values: { limit } }
  }
}
