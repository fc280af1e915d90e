import { Refusal } from '#app/foundation/refusal'

export default class PlanNotSellable extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'plan_not_sellable'

  constructor(plan: string, sellable: readonly string[]) {
    super(`You may not sell a plan ${plan}`)
    this.path = ['plan']
    this.wording = { values: { plan } }
    this.details = { plan, sellable }
  }
}
