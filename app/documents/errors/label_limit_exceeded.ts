import { Refusal } from '#app/foundation/refusal'

export default class LabelLimitExceeded extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'label_limit_exceeded'

  constructor(limit: number) {
    super(`There can be ${limit} labels at most. Delete one that is no longer needed`)
    this.wording = { values: { limit } }
  }
}
