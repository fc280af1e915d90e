import { Refusal } from '#app/foundation/refusal'
import type { PlanInForce } from '../plans/plan_in_force.js'

interface Quota {
  name: 'documents' | 'signatures'
  plan: PlanInForce
  limit: number
  used: number
  needed: number
  resetsAt: Date
}

export default class QuotaExceeded extends Refusal {
  static readonly kind = 'beyond_plan'
  static readonly code = 'quota_exceeded'

  constructor({ name, plan, limit, used, needed, resetsAt }: Quota) {
    super(
      `The ${plan.name} plan allows ${limit} ${name} a month; ${used} are used, and this takes ${needed}`
    )
    this.wording = { form: name, values: { plan: plan.name, limit, used, needed } }
    this.details = { plan: plan.key, limit, used, resetsAt: resetsAt.toISOString() }
  }
}
