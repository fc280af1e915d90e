import { Refusal } from '#app/foundation/refusal'

export default class FormUnreadable extends Refusal {
  static status = 400
  static code = 'E_FORM_UNREADABLE'
  static apiCode = 'form_unreadable'
  static message = 'The form did not arrive whole. Go back and send it again.'
}
