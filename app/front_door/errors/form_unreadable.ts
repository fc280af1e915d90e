import { RequestRefusal } from '../answers/request_refusal.js'

export default class FormUnreadable extends RequestRefusal {
  static readonly status = 400
  static readonly code = 'malformed_multipart'
  static readonly message = 'The form is incomplete or damaged. Send it again'
}
