import { Refusal } from '#app/foundation/refusal'

export default class MemberExists extends Refusal {
  static status = 409
  static code = 'E_MEMBER_EXISTS'
  static apiCode = 'member_exists'

  constructor() {
    super('Somebody with this address is a member already')
    this.path = ['email']
  }
}
