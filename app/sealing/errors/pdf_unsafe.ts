import { Refusal } from '#app/foundation/refusal'

export default class PdfUnsafe extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'pdf_unsafe'

  /** The sentence as another process put it. */
  static saying(message: string) {
    return Object.assign(new PdfUnsafe(''), { message })
  }

  /** @param reason  the end of the sentence "This PDF cannot be signed safely: …" */
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`This PDF cannot be signed safely: ${reason}`, options)
  }
}
