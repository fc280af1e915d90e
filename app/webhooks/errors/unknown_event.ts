import type { InputPath } from '#app/foundation/input_path'
import { Refusal } from '#app/foundation/refusal'

export default class UnknownEvent extends Refusal {
  static status = 422
  static code = 'E_UNKNOWN_EVENT'
  static apiCode = 'validation_failed'

  constructor(pattern: string, path: InputPath) {
    super(`No event is called ${pattern.slice(0, 100)}: use a name, document.* or *`)
    this.path = path
  }
}
