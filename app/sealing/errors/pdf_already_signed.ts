import { Refusal } from '#app/foundation/refusal'
import { wordingOfReason } from './pdf_reason.js'

const BEGINNING = 'This PDF carries a digital signature that sealing would break: '

export default class PdfAlreadySigned extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'pdf_already_signed'

  /** The sentence as another process put it. */
  static saying(message: string) {
    return new PdfAlreadySigned(
      message.startsWith(BEGINNING) ? message.slice(BEGINNING.length) : message
    )
  }

  /** @param reason  the end of the sentence "This PDF carries a digital signature that sealing would break: …" */
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`${BEGINNING}${reason}`, options)
    this.wording = wordingOfReason(reason)
  }
}
