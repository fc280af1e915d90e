import { Refusal } from '#app/foundation/refusal'

export default class TenantNotSuspendable extends Refusal {
  static status = 409
  static code = 'E_TENANT_NOT_SUSPENDABLE'
  static apiCode = 'tenant_state_conflict'
  static message = 'This tenant is still being made, or is deleted: it cannot be suspended'
}
