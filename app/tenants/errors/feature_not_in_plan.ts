import type { InputPath } from '#app/foundation/input_path'
import { Refusal } from '#app/foundation/refusal'
import { FEATURE_WORDS, type Feature } from '../plans/entitlements.js'
import type { PlanInForce } from '../plans/plan_in_force.js'

export default class FeatureNotInPlan extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'feature_not_in_plan'

  constructor({ key, name }: PlanInForce, feature: Feature, path?: InputPath) {
    super(`The ${name} plan does not include ${FEATURE_WORDS[feature]}`)
    this.path = path
    this.wording = { values: { plan: name, feature } }
    this.details = { plan: key, feature }
  }
}
