import { Refusal } from '#app/foundation/refusal'

export default class BodyTooLarge extends Refusal {
  static readonly kind = 'too_large'
  static readonly code = 'file_too_large'

  /** @param limit  bytes that the whole body may have */
  constructor(limit: number) {
    super(`The request body is too large: at most ${limit} bytes are allowed`)
    this.wording = { values: { limit } }
    this.details = { limit }
  }
}
