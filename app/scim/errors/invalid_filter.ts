import { Refusal } from '#app/foundation/refusal'

export default class InvalidFilter extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'invalid_filter'
}
