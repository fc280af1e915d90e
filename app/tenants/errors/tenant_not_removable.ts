import { Refusal } from '#app/foundation/refusal'

export default class TenantNotRemovable extends Refusal {
  static status = 409
  static code = 'E_TENANT_NOT_REMOVABLE'
  static apiCode = 'tenant_state_conflict'
  static message =
    'This tenant cannot be deleted now: it is still being made, waits for its deletion already, or has tenants of its own'
}
