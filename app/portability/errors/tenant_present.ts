import { Refusal } from '#app/foundation/refusal'

export default class TenantPresent extends Refusal {
  static status = 409
  static code = 'E_TENANT_PRESENT'

  constructor(what: string) {
    super(`The tenant cannot be taken in: ${what} exists here already`)
  }
}
