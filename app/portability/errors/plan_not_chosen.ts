import { Refusal } from '#app/foundation/refusal'

export default class PlanNotChosen extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'plan_not_chosen'

  constructor() {
    super('The archive is of another installation: name the plan that it gets here with --plan')
  }
}
