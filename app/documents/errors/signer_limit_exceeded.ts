import { Refusal } from '#app/foundation/refusal'
import type { PlanInForce } from '#app/tenants/plans/plan_in_force'

export default class SignerLimitExceeded extends Refusal {
  static readonly kind = 'beyond_plan'
  static readonly code = 'signer_limit_exceeded'

  constructor({ key, name }: PlanInForce, limit: number, used: number) {
    super(`The ${name} plan allows ${limit} signers per document`)
    this.wording = { values: { plan: name, limit } }
    this.path = ['signers']
    this.details = { plan: key, limit, used, resetsAt: null }
  }
}
