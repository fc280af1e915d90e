import { Refusal } from '#app/foundation/refusal'

export default class ReadOnly extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'mutability'

  constructor(attribute: string) {
    super(`${attribute} cannot be changed by a client`)
  }
}
