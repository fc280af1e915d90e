import { Refusal } from '#app/foundation/refusal'

export default class InvalidValue extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'invalid_value'
}
