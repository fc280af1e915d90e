import { Refusal } from '#app/foundation/refusal'

/** Nobody may guess passwords while nobody counts: without Redis, logging in waits. */
export default class AttemptsUncounted extends Refusal {
  static readonly kind = 'unavailable'
  static readonly code = 'unavailable'
  static readonly message = 'Logging in is not possible at the moment. Try again in a few seconds'

  readonly retryAfter = 5
}
