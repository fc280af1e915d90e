import { Refusal } from '#app/foundation/refusal'

export default class EncodedBody extends Refusal {
  static status = 415
  static code = 'E_ENCODED_BODY'
  static apiCode = 'unsupported_media_type'
  static message = 'A body must come as it is, without Content-Encoding'
}
