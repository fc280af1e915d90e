import { Refusal } from '#app/foundation/refusal'

export default class DocumentNotFound extends Refusal {
  static status = 404
  static code = 'E_DOCUMENT_NOT_FOUND'
  static apiCode = 'document_not_found'
  static message = 'No document has this id'
}
