import { Refusal } from '#app/foundation/refusal'

/** Somebody would be locked out, or nobody has shown that it works. */
export default class NotEnforceable extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'single_sign_on_not_enforceable'
}
