import { Refusal } from '#app/foundation/refusal'

export default class TooManyKeys extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'too_many_keys'

  constructor(limit: number) {
    super(`This environment has ${limit} keys, which is the maximum: revoke one first`)
    this.details = { limit }
    this.wording = { values: { limit } }
  }
}
