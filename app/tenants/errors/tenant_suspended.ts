import { Refusal } from '#app/foundation/refusal'

export default class TenantSuspended extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'tenant_suspended'
  static readonly message = 'This account is suspended: the API, creating and sending are stopped'
}
