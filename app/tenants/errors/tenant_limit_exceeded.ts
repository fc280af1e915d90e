import { Refusal } from '#app/foundation/refusal'

export default class TenantLimitExceeded extends Refusal {
  static readonly kind = 'beyond_plan'
  static readonly code = 'tenant_limit_exceeded'

  constructor(limit: number, used: number) {
    super(`A reseller has at most ${limit} tenants`)
    this.wording = { values: { limit } }
    this.details = { limit, used }
  }
}
