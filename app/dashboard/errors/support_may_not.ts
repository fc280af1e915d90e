import { Refusal } from '#app/foundation/refusal'

export default class SupportMayNot extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'support_may_not'

  constructor(mayWrite: boolean) {
    super(
      mayWrite
        ? 'Support cannot change this, whatever was allowed'
        : 'This support session may look, and change nothing'
    )
  }
}
