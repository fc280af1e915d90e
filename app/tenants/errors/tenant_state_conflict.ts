import { Refusal } from '#app/foundation/refusal'

export default class TenantStateConflict extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'tenant_state_conflict'

  constructor(message: string, currentStatus: string) {
    super(message)
    this.details = { currentStatus }
  }
}
