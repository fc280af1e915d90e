import { Refusal } from '#app/foundation/refusal'

export default class TenantNotSuspended extends Refusal {
  static status = 409
  static code = 'E_TENANT_NOT_SUSPENDED'
  static apiCode = 'tenant_state_conflict'

  constructor(currentStatus?: string) {
    super('This tenant is not suspended')
    this.details = { currentStatus }
  }
}
