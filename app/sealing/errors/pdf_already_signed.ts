import { Refusal } from '#app/foundation/refusal'

export default class PdfAlreadySigned extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'pdf_already_signed'
  static readonly message =
    'This PDF carries a digital signature, which sealing would break: upload the document as it was before it was signed'
}
