import { Refusal } from '#app/foundation/refusal'

export default class RoleInsufficient extends Refusal {
  static status = 403
  static code = 'E_ROLE_INSUFFICIENT'
  static apiCode = 'role_insufficient'
  static message = 'Your role does not include this. Ask an owner of this account.'
}
