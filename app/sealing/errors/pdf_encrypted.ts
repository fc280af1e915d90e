import { Refusal } from '#app/foundation/refusal'

export default class PdfEncrypted extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'pdf_encrypted'
  static readonly message =
    'This PDF is encrypted: remove its password and its restrictions, then upload it again'
}
