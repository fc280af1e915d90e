import { Refusal } from '#app/foundation/refusal'

export default class UnsupportedMediaType extends Refusal {
  static status = 415
  static code = 'E_UNSUPPORTED_MEDIA_TYPE'
  static apiCode = 'unsupported_media_type'

  constructor(supported: readonly string[]) {
    super(`Send the body as ${supported.join(' or ')}, uncompressed and in UTF-8`)
    this.details = { supported }
  }
}
