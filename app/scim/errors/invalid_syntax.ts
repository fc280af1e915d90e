import { Refusal } from '#app/foundation/refusal'

export default class InvalidSyntax extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'invalid_syntax'
}
