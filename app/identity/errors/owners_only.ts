import { Refusal } from '#app/foundation/refusal'

export default class OwnersOnly extends Refusal {
  static status = 403
  static code = 'E_OWNERS_ONLY'
  static apiCode = 'owners_only'
  static message = 'Only an owner can make owners, or change one'
}
