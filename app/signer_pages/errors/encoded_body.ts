import { RequestRefusal } from '#app/front_door/answers/request_refusal'

export default class EncodedBody extends RequestRefusal {
  static readonly status = 415
  static readonly code = 'unsupported_media_type'
  static readonly message = 'Send the body without Content-Encoding'
}
