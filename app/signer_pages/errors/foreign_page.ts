import { Refusal } from '#app/foundation/refusal'

export default class ForeignPage extends Refusal {
  static status = 403
  static code = 'E_FOREIGN_PAGE'
  static apiCode = 'foreign_page'
  static message = 'This was sent by a page that is not ours'
}
