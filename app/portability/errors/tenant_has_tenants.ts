import { Refusal } from '#app/foundation/refusal'

export default class TenantHasTenants extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'tenant_has_tenants'

  constructor() {
    super('Other tenants stand below this one: hand them over or erase them first')
  }
}
