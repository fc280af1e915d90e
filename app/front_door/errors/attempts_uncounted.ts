import { Refusal } from '#app/foundation/refusal'

/** Nobody may guess passwords while nobody counts: without Redis, logging in waits. */
export default class AttemptsUncounted extends Refusal {
  static status = 503
  static code = 'E_ATTEMPTS_UNCOUNTED'
  static apiCode = 'unavailable'
  static message = 'Attempts cannot be counted at the moment'

  readonly retryAfter = 5
}
