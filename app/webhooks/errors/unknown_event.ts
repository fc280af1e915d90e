import { cutText } from '#app/foundation/cut_text'
import type { InputPath } from '#app/foundation/input_path'
import { InputRefused } from '#app/foundation/input_refused'

/** What was asked for, and where. */
interface Asked {
  pattern: string
  path: InputPath
}

export default class UnknownEvent extends InputRefused {
  /** @param unknown  at least one */
  constructor(unknown: readonly Asked[]) {
    super(unknown.map(faultOf))
    this.wording = { values: { pattern: called(unknown[0].pattern) } }
  }
}

const called = (pattern: string) => cutText(pattern, 100)

function faultOf({ pattern, path }: Asked) {
  const message = `No event is called ${called(pattern)}: use a name, document.* or *`
  return { path, code: 'unknown_value', message }
}
