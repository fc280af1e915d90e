import { Refusal } from '#app/foundation/refusal'

export default class TooManyEndpoints extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'too_many_webhooks'

  constructor(limit: number) {
    super(`This environment has ${limit} webhook endpoints, which is the maximum: delete one first`)
    this.wording = { values: { limit } }
    this.details = { limit }
  }
}
