import { Refusal } from '#app/foundation/refusal'

export default class DocumentNotViewed extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'document_not_viewed'
  static readonly message = 'Open the document before you sign it'
}
