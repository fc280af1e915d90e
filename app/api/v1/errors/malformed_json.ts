import { Refusal } from '#app/foundation/refusal'

export default class MalformedJson extends Refusal {
  static status = 400
  static code = 'E_MALFORMED_JSON'
  static apiCode = 'malformed_json'

  constructor(reason: string) {
    super(`The body must be one JSON object: ${reason}`)
  }
}
