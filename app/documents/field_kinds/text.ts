import { isPlain, isVisible } from '#app/foundation/printable_text'
import { charactersWithoutGlyph } from '#app/sealing/type/coverage'
import { LIMITS } from '../limits.js'
import type { EnteredKind, Fault, Reading } from './field_kind.js'

/** From this height on, in points, it takes several lines. */
const TWO_LINES_PT = 34
const MOST_NAMED = 5

export const text: EnteredKind<string> = {
  isAdopted: false,
  place: { icon: 'text-cursor-input', width: 170, height: 22 },
  step: ({ height }) => ({
    widget: height >= TWO_LINES_PT ? 'lines' : 'line',
    icon: 'text-cursor-input',
    isRequired: true,
  }),
  read(given): Reading {
    const fault = typeof given === 'string' ? faultOf(given) : EMPTY
    return fault ? { fault } : { stored: String(given).normalize('NFC') }
  },
  value: (stored) => stored,
  stamp: (value) => ({ kind: 'text', value }),
  sample: 'Sample text',
}

const EMPTY: Fault = { code: 'required', message: 'This field is empty' }
const NOT_PLAIN: Fault = {
  code: 'not_plain',
  message: 'This has characters that cannot be printed',
}

/** What cannot be printed is refused here, where somebody can still write it in another way. */
function faultOf(entered: string): Fault | null {
  const limit = LIMITS.textValue
  if (entered.length > limit)
    return { code: 'too_long', message: `At most ${limit} characters`, limit }
  if (!isPlain(entered)) return NOT_PLAIN
  if (!isVisible(entered)) return EMPTY
  const characters = charactersWithoutGlyph(entered).slice(0, MOST_NAMED).join(' ')
  return characters ? { code: 'no_glyph', message: `No font has ${characters}`, characters } : null
}
