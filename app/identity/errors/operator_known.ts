import { Refusal } from '#app/foundation/refusal'

export default class OperatorKnown extends Refusal {
  static status = 409
  static code = 'E_OPERATOR_KNOWN'
  static apiCode = 'operator_known'
  static message = 'An operator with this address is there already'
}
