import { Refusal } from '#app/foundation/refusal'

export default class LastOwner extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'last_owner'
  static readonly message = 'An account needs an owner. Make somebody else an owner first'
}
