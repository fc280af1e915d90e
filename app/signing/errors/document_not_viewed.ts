import { Refusal } from '#app/foundation/refusal'

export default class DocumentNotViewed extends Refusal {
  static status = 409
  static code = 'E_DOCUMENT_NOT_VIEWED'
  static apiCode = 'document_not_viewed'
  static message = 'Nobody signs what they have not seen: open the document first'
}
