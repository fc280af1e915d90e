import { Refusal } from '#app/foundation/refusal'

export default class IdempotencyInProgress extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'idempotency_in_progress'
  static readonly message =
    'A request with this Idempotency-Key is still in progress: try again in a moment'

  /** @param retryAfter  seconds after which the key is free, or its answer kept */
  constructor(readonly retryAfter = 1) {
    super()
  }
}
