import { Refusal } from '#app/foundation/refusal'

/** The password is too easy to guess; the message says why. */
export default class PasswordRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'password_refused'
}
