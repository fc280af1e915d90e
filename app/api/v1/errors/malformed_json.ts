import { RequestRefusal } from '#app/front_door/answers/request_refusal'

export default class MalformedJson extends RequestRefusal {
  static readonly status = 400
  static readonly code = 'malformed_json'

  constructor(reason: string) {
    super(`The body must be one JSON object: ${reason}`)
  }
}
