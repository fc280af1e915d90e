import { Refusal } from '#app/foundation/refusal'

export default class TenantHasTenants extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'tenant_has_tenants'

  constructor() {
    super('This tenant has tenants of its own: hand them over or erase them first')
  }
}
