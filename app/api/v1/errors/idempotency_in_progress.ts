import { Refusal } from '#app/foundation/refusal'

export default class IdempotencyInProgress extends Refusal {
  static status = 409
  static code = 'E_IDEMPOTENCY_IN_PROGRESS'
  static apiCode = 'idempotency_in_progress'
  static message = 'A request with this Idempotency-Key is being answered: ask again in a moment'

  /** @param retryAfter  seconds after which the key is free, or its answer kept */
  constructor(readonly retryAfter = 1) {
    super()
  }
}
