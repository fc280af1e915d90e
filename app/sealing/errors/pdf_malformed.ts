import { Refusal } from '#app/foundation/refusal'
import { wordingOfReason } from './pdf_reason.js'

const BEGINNING = 'This PDF cannot be used: '

export default class PdfMalformed extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'pdf_malformed'

  /** The sentence as another process put it. */
  static saying(message: string) {
    return new PdfMalformed(
      message.startsWith(BEGINNING) ? message.slice(BEGINNING.length) : message
    )
  }

  /** @param reason  the end of the sentence "This PDF cannot be used: …" */
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`${BEGINNING}${reason}`, options)
    this.wording = wordingOfReason(reason)
  }
}
