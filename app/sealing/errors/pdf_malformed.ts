import { Refusal } from '#app/foundation/refusal'

export default class PdfMalformed extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'pdf_malformed'

  /** The sentence as another process put it. */
  static saying(message: string) {
    return Object.assign(new PdfMalformed(''), { message })
  }

  /** @param reason  the end of the sentence "This PDF cannot be used: …" */
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`This PDF cannot be used: ${reason}`, options)
  }
}
