import { Refusal } from '#app/foundation/refusal'
import { wordingOfReason } from './pdf_reason.js'

const BEGINNING = 'This PDF cannot be signed safely: '

export default class PdfUnsafe extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'pdf_unsafe'

  /** The sentence as another process put it. */
  static saying(message: string) {
    return new PdfUnsafe(message.startsWith(BEGINNING) ? message.slice(BEGINNING.length) : message)
  }

  /** Of a signed file with something in layers that are off. */
  static hidingLayer() {
    return new PdfUnsafe('it hides a layer, which cannot be removed from what is signed')
  }

  /** Of a signed file with a layer that depends on size, language, people, export or purpose. */
  static layerUpToPrograms() {
    return new PdfUnsafe(
      'it has a layer that programs show or hide by themselves, which cannot be changed in what is signed'
    )
  }

  /** @param reason  the end of the sentence "This PDF cannot be signed safely: …" */
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`${BEGINNING}${reason}`, options)
    this.wording = wordingOfReason(reason)
  }
}
