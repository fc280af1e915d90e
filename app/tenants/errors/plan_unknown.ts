import { Refusal } from '#app/foundation/refusal'

export default class PlanUnknown extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'plan_unknown'

  constructor(key: string) {
    super(`There is no plan ${key}`)
    this.path = ['plan']
    this.wording = { values: { plan: key } }
  }
}
