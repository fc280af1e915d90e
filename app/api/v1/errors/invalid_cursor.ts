import { Refusal } from '#app/foundation/refusal'

export default class InvalidCursor extends Refusal {
  static status = 400
  static code = 'E_INVALID_CURSOR'
  static apiCode = 'invalid_cursor'
  static message = 'This cursor is not one of this list: take nextCursor of an answer as it is'
}
