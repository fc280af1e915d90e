import { Refusal } from '#app/foundation/refusal'

export default class SupportMayNot extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'support_may_not'

  constructor(mayWrite: boolean) {
    super(mayWrite ? 'Support can never change this' : 'This support session is read-only')
    this.wording = { form: mayWrite ? 'never' : 'read_only' }
  }
}
