import { Refusal } from '#app/foundation/refusal'

export default class IdempotencyKeyReused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'idempotency_key_reused'
  static readonly message =
    'This Idempotency-Key was already used for a different request: use a new one for each'
}
