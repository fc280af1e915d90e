import { Refusal } from '#app/foundation/refusal'

export default class PdfAlreadySigned extends Refusal {
  static status = 422
  static code = 'E_PDF_ALREADY_SIGNED'
  static apiCode = 'pdf_already_signed'
  static message =
    'This PDF carries a digital signature, which sealing would break: upload the document as it was before it was signed'
}
