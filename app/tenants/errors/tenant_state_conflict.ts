import { Refusal } from '#app/foundation/refusal'

export default class TenantStateConflict extends Refusal {
  static status = 409
  static code = 'E_TENANT_STATE_CONFLICT'
  static apiCode = 'tenant_state_conflict'

  constructor(message: string, currentStatus: string) {
    super(message)
    this.details = { currentStatus }
  }
}
