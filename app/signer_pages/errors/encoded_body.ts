import { RequestRefusal } from '#app/front_door/answers/request_refusal'

export default class EncodedBody extends RequestRefusal {
  static readonly status = 415
  static readonly code = 'unsupported_media_type'
  static readonly message = 'A body must come as it is, without Content-Encoding'
}
