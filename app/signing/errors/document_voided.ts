import { Refusal } from '#app/foundation/refusal'

export default class DocumentVoided extends Refusal {
  static status = 410
  static code = 'E_DOCUMENT_VOIDED'
  static apiCode = 'document_voided'
  static message = 'The sender has withdrawn this document'
}
