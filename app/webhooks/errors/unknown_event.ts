import { cutText } from '#app/foundation/cut_text'
import type { InputPath } from '#app/foundation/input_path'
import { Refusal } from '#app/foundation/refusal'

export default class UnknownEvent extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'validation_failed'

  constructor(pattern: string, path: InputPath) {
    const called = cutText(pattern, 100)
    super(`No event is called ${called}: use a name, document.* or *`)
    this.path = path
    this.wording = { values: { pattern: called } }
  }
}
