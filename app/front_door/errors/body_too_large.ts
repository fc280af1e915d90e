import { Refusal } from '#app/foundation/refusal'

export default class BodyTooLarge extends Refusal {
  static readonly kind = 'too_large'
  static readonly code = 'file_too_large'

  /** @param limit  bytes that the whole body may have */
  constructor(limit: number) {
    super(`The body of this request may have ${limit} bytes at most`)
    this.details = { limit }
  }
}
