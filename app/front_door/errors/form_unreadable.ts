import { Refusal } from '#app/foundation/refusal'

export default class FormUnreadable extends Refusal {
  static status = 400
  static code = 'E_FORM_UNREADABLE'
  static apiCode = 'malformed_multipart'
  static message = 'The form did not arrive whole: its parts cannot be told apart. Send it again'
}
