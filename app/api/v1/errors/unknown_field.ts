import { spelled, type InputPath } from '#app/foundation/input_path'
import { RequestRefusal } from '#app/front_door/answers/request_refusal'

export default class UnknownField extends RequestRefusal {
  static readonly status = 400
  static readonly code = 'unknown_field'

  /** @param known  the fields that there are in its place */
  constructor(path: InputPath, known: readonly string[]) {
    super(
      known.length === 0
        ? `There are no fields here, so none is called ${spelled(path)}`
        : `No field is called ${spelled(path)}: there ${known.length === 1 ? 'is only' : 'are'} ${known.join(', ')}`
    )
    this.path = path
  }
}
