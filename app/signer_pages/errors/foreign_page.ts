import { Refusal } from '#app/foundation/refusal'

export default class ForeignPage extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'foreign_page'
  static readonly message = 'This was sent from a foreign page'
}
