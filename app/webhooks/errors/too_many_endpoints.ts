import { Refusal } from '#app/foundation/refusal'

export default class TooManyEndpoints extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'too_many_webhooks'

  constructor(limit: number) {
    super(
      `There are ${limit} webhook endpoints, which is as many as there can be: delete one first`
    )
    this.details = { limit }
  }
}
