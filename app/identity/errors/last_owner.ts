import { Refusal } from '#app/foundation/refusal'

export default class LastOwner extends Refusal {
  static status = 409
  static code = 'E_LAST_OWNER'
  static apiCode = 'last_owner'
  static message = 'An account needs an owner. Make somebody else an owner first'
}
