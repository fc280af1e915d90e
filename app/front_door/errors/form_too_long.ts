import { RequestRefusal } from '../answers/request_refusal.js'

export default class FormTooLong extends RequestRefusal {
  static readonly status = 413
  static readonly code = 'form_too_long'
  static readonly message = 'This form is too long. Shorten what you wrote, and send it again'
}
