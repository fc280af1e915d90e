import { Refusal } from '#app/foundation/refusal'

export default class FeatureNotInPlan extends Refusal {
  static status = 403
  static code = 'E_FEATURE_NOT_IN_PLAN'
  static apiCode = 'feature_not_in_plan'

  constructor(plan: string, feature: string, param?: string) {
    super(`The plan ${plan} does not include ${feature}`)
    this.param = param
    this.details = { plan, feature }
  }
}
