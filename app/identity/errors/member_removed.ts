import { Refusal } from '#app/foundation/refusal'

export default class MemberRemoved extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'member_removed'
  static readonly message = 'This member was removed meanwhile'
}
