import { spelled, type InputPath } from '#app/foundation/input_path'
import { RequestRefusal } from '#app/front_door/answers/request_refusal'

export default class UnknownField extends RequestRefusal {
  static readonly status = 400
  static readonly code = 'unknown_field'

  constructor(path: InputPath, known: readonly string[]) {
    super(`No field is called ${spelled(path)}: there are ${known.join(', ')}`)
    this.path = path
  }
}
