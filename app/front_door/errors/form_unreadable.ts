import { RequestRefusal } from '../answers/request_refusal.js'

export default class FormUnreadable extends RequestRefusal {
  static readonly status = 400
  static readonly code = 'malformed_multipart'
  static readonly message =
    'The form did not arrive whole: its parts cannot be told apart. Send it again'
}
