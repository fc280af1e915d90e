import { Refusal } from '#app/foundation/refusal'

export default class PdfEncrypted extends Refusal {
  static status = 422
  static code = 'E_PDF_ENCRYPTED'
  static apiCode = 'pdf_encrypted'
  static message =
    'This PDF is encrypted: remove its password and its restrictions, then upload it again'
}
