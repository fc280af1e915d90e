import { Refusal } from '#app/foundation/refusal'

export default class TenantNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'tenant_not_found'
  static readonly message = 'No tenant of yours has this id'
}
