import { Refusal } from '#app/foundation/refusal'

export default class TooManyReplays extends Refusal {
  static readonly kind = 'too_soon'
  static readonly code = 'rate_limited'

  readonly retryAfter = 600

  constructor(limit: number) {
    super(
      `At most ${limit.toLocaleString('en')} deliveries an hour can be replayed to one endpoint: try again later`
    )
    this.wording = { values: { limit } }
    this.details = { limit, windowSeconds: 3_600 }
  }
}
