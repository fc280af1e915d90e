import { Refusal } from '#app/foundation/refusal'

export default class BodyTooLarge extends Refusal {
  static status = 413
  static code = 'E_BODY_TOO_LARGE'
  static apiCode = 'file_too_large'

  /** @param limit  bytes that the whole body may have */
  constructor(limit: number) {
    super(`The body of this request may have ${limit} bytes at most`)
    this.details = { limit }
  }
}
