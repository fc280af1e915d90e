import { Refusal } from '#app/foundation/refusal'
import type { Role } from '../access/role.js'

export default class MemberExists extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'member_exists'

  /** @param invitedAs  the role of somebody who has an invitation already, and has not come yet */
  constructor(readonly invitedAs: Role | null) {
    super('Somebody with this address is already a member')
    this.path = ['email']
  }
}
