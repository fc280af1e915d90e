import { Refusal } from '#app/foundation/refusal'

/** More passwords wait to be checked than a process can check within seconds. Nothing was checked. */
export default class PasswordsBusy extends Refusal {
  static readonly kind = 'unavailable'
  static readonly code = 'unavailable'
  static readonly message =
    'Too many people are logging in at the moment. Try again in a few seconds'

  readonly retryAfter = 5
}
