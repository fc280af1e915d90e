import { Refusal } from '#app/foundation/refusal'

export default class TenantLimitExceeded extends Refusal {
  static status = 402
  static code = 'E_TENANT_LIMIT_EXCEEDED'
  static apiCode = 'tenant_limit_exceeded'

  constructor(limit: number, used: number) {
    super(`A reseller has at most ${limit} tenants`)
    this.details = { limit, used }
  }
}
