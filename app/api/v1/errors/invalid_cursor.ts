import { RequestRefusal } from '#app/front_door/answers/request_refusal'

export default class InvalidCursor extends RequestRefusal {
  static readonly status = 400
  static readonly code = 'invalid_cursor'
  static readonly message = 'This cursor does not belong to this list: pass nextCursor unchanged'
}
