import { Refusal } from '#app/foundation/refusal'

export default class DocumentNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'document_not_found'
  static readonly message = 'No document has this id'
}
