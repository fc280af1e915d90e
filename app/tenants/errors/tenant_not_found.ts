import { Refusal } from '#app/foundation/refusal'

export default class TenantNotFound extends Refusal {
  static status = 404
  static code = 'E_TENANT_NOT_FOUND'
  static apiCode = 'tenant_not_found'
  static message = 'No tenant of yours has this id'
}
