import { Refusal } from '#app/foundation/refusal'

export default class TenantNotRemovable extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'tenant_state_conflict'
  static readonly message =
    'This tenant cannot be deleted now: it is still being created, waits for its deletion already, or has tenants of its own'
}
