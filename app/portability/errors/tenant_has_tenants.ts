import { Refusal } from '#app/foundation/refusal'

export default class TenantHasTenants extends Refusal {
  static status = 409
  static code = 'E_TENANT_HAS_TENANTS'

  constructor() {
    super('Other tenants stand below this one: hand them over or erase them first')
  }
}
