import { Refusal } from '#app/foundation/refusal'

export default class TooManyKeys extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'too_many_keys'

  constructor(limit: number) {
    super(`There are ${limit} keys in this environment, which is as many as there can be`)
    this.details = { limit }
  }
}
