import { Refusal } from '#app/foundation/refusal'

export default class PageNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'page_not_found'
  static readonly message = 'The document has no such page'
}
