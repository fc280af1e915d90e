import { Refusal } from '#app/foundation/refusal'

export default class PdfMalformed extends Refusal {
  static status = 422
  static code = 'E_PDF_MALFORMED'
  static apiCode = 'pdf_malformed'

  /** The sentence as another process put it. */
  static saying(message: string) {
    return Object.assign(new PdfMalformed(''), { message })
  }

  /** @param reason  the end of the sentence "This PDF cannot be used: …" */
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`This PDF cannot be used: ${reason}`, options)
  }
}
