import { Refusal } from '#app/foundation/refusal'

export default class GroupNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'not_found'
  static readonly message = 'There is no such group'
}
