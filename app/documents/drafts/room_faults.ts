import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import type { TextMeasure } from '#app/sealing/pages/text_room'
import { DOES_NOT_FIT } from '../field_kinds/entered_text.js'
import type { OptionName } from '../field_kinds/field_options.js'
import type { PlacedField } from './field_placement.js'

/** What a sender wrote into a field, or lets signers choose, and nobody could read there. @param path  of the field */
export function roomFaults(
  { options, ...box }: PlacedField,
  path: InputPath,
  measure: TextMeasure
): InputFault[] {
  const { text, default: given, choices = [] } = options ?? {}
  const written: [OptionName, unknown][] = [
    ['text', text],
    ['default', given],
    ...choices.map((one): [OptionName, unknown] => ['choices', one]),
  ]
  const cramped = written.filter(
    ([, words]) => typeof words === 'string' && !measure.isLegible(words, box)
  )
  const names = new Set(cramped.map(([name]) => name))
  return [...names].map((name) => ({ path: [...path, 'options', name], ...DOES_NOT_FIT }))
}
