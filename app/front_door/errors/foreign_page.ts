import { Refusal } from '#app/foundation/refusal'

export default class ForeignPage extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'foreign_page'
  static readonly message =
    'This came from another site, so it was not done. Open the page here and try again.'
}
