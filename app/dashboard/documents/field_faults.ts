import type { OptionName } from '#app/documents/field_kinds/field_options'
import type { InputFault } from '#app/foundation/input_refused'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
import { FIELD_PALETTE } from './field_palette.js'
import type { PlacedField } from './placed_fields.js'

/** What is wrong with an option of a field, for the inspector of the board. */
export interface FieldFault {
  /** Of the fields as they were sent. */
  at: number
  option: OptionName
  words: string
}

/** As the inspector calls them. */
const LABELS: Partial<Record<OptionName, string>> = {
  text: 'Text',
  label: 'Label',
  help: 'Help',
  choices: 'Choices',
  group: 'Group',
  choice: 'This button says',
  default: 'Filled in with',
  pattern: 'Only',
  mask: 'Of the form',
  example: 'Example for signers',
  minLength: 'Fewest characters',
  maxLength: 'Most characters',
  min: 'Smallest',
  max: 'Largest',
  decimals: 'Most decimals',
  format: 'Printed as',
  shownWhen: 'Only while',
  key: 'Key of this field',
}

/** Where the API's words name its own fields. */
const WORDS: Record<string, string> = {
  'required': 'Fill this in.',
  'not_for_this_type': 'Fields of this kind do not have this.',
  'group_differs': 'Set this at the first button of the group only.',
  'minLength too_large': 'This is above the most characters.',
  'min too_large': 'This is above the largest.',
  'mask not_both': 'Choose what fits, or write a form: not both.',
}

/** @returns null for a fault that is not about an option of one of these fields */
export function fieldFaultOf(
  { path, code, message }: InputFault,
  sent: readonly PlacedField[],
  ofRow: readonly PlacedField[]
): FieldFault | null {
  const [, , part, index, options, option] = path
  const field = part === 'fields' && options === 'options' ? ofRow[Number(index)] : undefined
  if (!field) return null
  const name = option as OptionName
  const words = WORDS[`${name} ${code}`] ?? WORDS[code] ?? sentence(message)
  return { at: sent.indexOf(field), option: name, words }
}

/** The same where the field is not in sight. */
export function inFull({ at, option, words }: FieldFault, sent: readonly PlacedField[]): string {
  const { type, page } = sent[at]
  const kind = FIELD_PALETTE.find((one) => one.type === type)?.label ?? type
  return `${kind} on page ${page}, “${LABELS[option] ?? option}”: ${words}`
}
