import { Refusal } from '#app/foundation/refusal'

/** Who has no account does not change what people log in through. */
export default class SetupClosed extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'single_sign_on_in_use'
  static readonly message =
    'Single sign-on is turned on. Ask an owner or administrator of the account to turn it off before you change the provider'
}
