import { Refusal } from '#app/foundation/refusal'

export default class TestKeyRequired extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'test_key_required'
  static readonly message = 'This operation exists for test keys only'
}
