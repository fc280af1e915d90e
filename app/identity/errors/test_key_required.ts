import { Refusal } from '#app/foundation/refusal'

export default class TestKeyRequired extends Refusal {
  static status = 403
  static code = 'E_TEST_KEY_REQUIRED'
  static apiCode = 'test_key_required'
  static message = 'This operation exists for test keys only: live follows the real clock'
}
