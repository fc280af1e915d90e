import { Refusal } from '#app/foundation/refusal'

/** Passwords do not count in this account while it requires single sign-on. */
export default class SingleSignOnRequired extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'single_sign_on_required'
  static readonly message =
    'People of this account log in through their identity provider, without a password'
}
