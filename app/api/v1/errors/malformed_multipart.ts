import { Refusal } from '#app/foundation/refusal'

export default class MalformedMultipart extends Refusal {
  static status = 400
  static code = 'E_MALFORMED_MULTIPART'
  static apiCode = 'malformed_multipart'

  constructor(reason: string) {
    super(`The multipart body cannot be read: ${reason}`)
  }
}
