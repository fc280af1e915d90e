import { Refusal } from '#app/foundation/refusal'

export default class LastOperator extends Refusal {
  static status = 409
  static code = 'E_LAST_OPERATOR'
  static apiCode = 'last_operator'
  static message = 'This is the last administrator who can log in: make another first'
}
