import { Refusal } from '#app/foundation/refusal'

export default class TenantSuspended extends Refusal {
  static status = 403
  static code = 'E_TENANT_SUSPENDED'
  static apiCode = 'tenant_suspended'
  static message = 'This account is suspended: the API, creating and sending are stopped'
}
