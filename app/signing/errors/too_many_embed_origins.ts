import { Refusal } from '#app/foundation/refusal'

export default class TooManyEmbedOrigins extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'too_many_embed_origins'

  constructor(limit: number) {
    super(`This environment allows ${limit} origins, which is the maximum: remove one first`)
    this.details = { limit }
    this.wording = { values: { limit } }
  }
}
