import { Refusal } from '#app/foundation/refusal'

export default class IdempotencyKeyReused extends Refusal {
  static status = 422
  static code = 'E_IDEMPOTENCY_KEY_REUSED'
  static apiCode = 'idempotency_key_reused'
  static message = 'This Idempotency-Key was used for another request: use a new one for each'
}
