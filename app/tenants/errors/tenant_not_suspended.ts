import { Refusal } from '#app/foundation/refusal'

export default class TenantNotSuspended extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'tenant_state_conflict'

  constructor(currentStatus?: string) {
    super('This tenant is not suspended')
    this.details = { currentStatus }
  }
}
