import { Refusal } from '#app/foundation/refusal'

export default class LastOperator extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'last_operator'
  static readonly message = 'This is the last administrator who can log in: add another one first'
}
