import { Refusal } from '#app/foundation/refusal'

export default class PlanNotChosen extends Refusal {
  static status = 422
  static code = 'E_PLAN_NOT_CHOSEN'

  constructor() {
    super('The archive is of another installation: name the plan that it gets here with --plan')
  }
}
