import { Refusal } from '#app/foundation/refusal'

export default class OperatorKnown extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'operator_known'
  static readonly message = 'There is already an operator with this address'
}
