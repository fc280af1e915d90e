import { Refusal } from '#app/foundation/refusal'

export default class TenantNotSuspendable extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'tenant_state_conflict'
  static readonly message =
    'This tenant is still being created, or is deleted: it cannot be suspended'
}
