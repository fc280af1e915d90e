import { RequestRefusal } from '#app/front_door/answers/request_refusal'

export default class UnsupportedMediaType extends RequestRefusal {
  static readonly status = 415
  static readonly code = 'unsupported_media_type'

  constructor(supported: readonly string[]) {
    super(`Send the body as ${supported.join(' or ')}, uncompressed and in UTF-8`)
    this.details = { supported }
  }
}
