import { Refusal } from '#app/foundation/refusal'

export default class OriginNotAllowed extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'origin_not_allowed'

  constructor(origin: string) {
    super('Pages of this origin may not embed anything: allow it under Settings, Embedding')
    this.path = ['origin']
    this.details = { origin }
  }
}
