import { Refusal } from '#app/foundation/refusal'

export default class InvalidKey extends Refusal {
  static status = 401
  static code = 'E_INVALID_KEY'
  static apiCode = 'invalid_key'
  static message =
    'This API key is not valid here: check that it is complete and belongs to this address'
}
