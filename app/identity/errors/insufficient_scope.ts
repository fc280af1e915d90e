import { Refusal } from '#app/foundation/refusal'
import type { Scope } from '../access/scope.js'

export default class InsufficientScope extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'insufficient_scope'

  constructor(required: Scope) {
    super(`This API key lacks the scope ${required}`)
    this.details = { required }
  }
}
