import { Refusal } from '#app/foundation/refusal'

export default class ForeignPage extends Refusal {
  static status = 403
  static code = 'E_FOREIGN_PAGE'
  static apiCode = 'foreign_page'
  static message =
    'This came from another site, so it was not done. Open the page here and try again.'
}
