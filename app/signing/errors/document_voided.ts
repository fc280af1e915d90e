import { Refusal } from '#app/foundation/refusal'

export default class DocumentVoided extends Refusal {
  static readonly kind = 'gone'
  static readonly code = 'document_voided'
  static readonly message = 'The sender has withdrawn this document'
}
