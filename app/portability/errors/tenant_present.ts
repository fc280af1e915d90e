import { Refusal } from '#app/foundation/refusal'

export default class TenantPresent extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'tenant_present'

  constructor(what: string) {
    super(`The tenant cannot be imported: ${what} already exists here`)
  }
}
