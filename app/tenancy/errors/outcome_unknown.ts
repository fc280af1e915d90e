import { Refusal } from '#app/foundation/refusal'

const RETRY_AFTER_S = 5

/**
 * The connection ended between a COMMIT and its answer: what the transaction did is stored, or none of it is. Nobody may be told that
 * it was done, and what was prepared for it must stay.
 */
export default class OutcomeUnknown extends Refusal {
  static readonly kind = 'unavailable'
  static readonly code = 'outcome_unknown'
  static readonly message =
    'The connection to the database broke while this was being stored, so it may or may not have been done. ' +
    'Send it again with the same Idempotency-Key; without one, look first whether it was done'

  readonly retryAfter = RETRY_AFTER_S
}
