import { Refusal } from '#app/foundation/refusal'

export default class PdfAlreadySigned extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'pdf_already_signed'

  /** The sentence as another process put it. */
  static saying(message: string) {
    return Object.assign(new PdfAlreadySigned(''), { message })
  }

  /** @param reason  the end of the sentence "This PDF carries a digital signature that sealing would break: …" */
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`This PDF carries a digital signature that sealing would break: ${reason}`, options)
  }
}
