import { Refusal } from '#app/foundation/refusal'

export default class PlanNotChosen extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'plan_not_chosen'

  constructor() {
    super(
      'The archive comes from another installation: choose the plan that the tenant gets here with --plan'
    )
  }
}
