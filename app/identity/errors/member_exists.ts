import { Refusal } from '#app/foundation/refusal'

export default class MemberExists extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'member_exists'

  constructor() {
    super('Somebody with this address is already a member')
    this.path = ['email']
  }
}
