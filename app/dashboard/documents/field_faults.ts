import type { OptionName } from '#app/documents/field_kinds/field_options'
import type { InputFault } from '#app/foundation/input_refused'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { PlacedField } from './placed_fields.js'

/** What is wrong with an option of a field, for the inspector of the board. */
export interface FieldFault {
  /** Of the fields as they were sent. */
  at: number
  option: OptionName
  words: string
}

/** As the inspector calls them. */
const LABELS = {
  text: 'field_settings.text',
  label: 'field_settings.label',
  help: 'field_settings.help',
  choices: 'field_settings.choices',
  group: 'field_settings.group',
  choice: 'field_settings.choice',
  default: 'field_settings.default',
  required: 'field_settings.required',
  pattern: 'field_settings.pattern',
  mask: 'field_settings.mask',
  example: 'field_settings.example',
  minLength: 'field_settings.min_length',
  maxLength: 'field_settings.max_length',
  min: 'field_settings.min',
  max: 'field_settings.max',
  decimals: 'field_settings.decimals',
  format: 'field_settings.format',
  shownWhen: 'field_settings.shown_when',
  key: 'field_settings.key',
} as const satisfies Record<OptionName, DashboardKey>

/** Where the API's words name its own fields. */
const WORDS: Record<string, DashboardKey> = {
  'required': 'field_settings.fault_required',
  'not_for_this_type': 'field_settings.fault_not_for_this_type',
  'group_differs': 'field_settings.fault_group_differs',
  'minLength too_large': 'field_settings.fault_above_most',
  'min too_large': 'field_settings.fault_above_largest',
  'mask not_both': 'field_settings.fault_not_both',
}

/** @returns null for a fault that is not about an option of one of these fields */
export function fieldFaultOf(
  { path, code, message }: InputFault,
  sent: readonly PlacedField[],
  ofRow: readonly PlacedField[],
  phrases: DashboardPhrasebook
): FieldFault | null {
  const [, , part, index, options, option] = path
  const field = part === 'fields' && options === 'options' ? ofRow[Number(index)] : undefined
  if (!field) return null
  const name = option as OptionName
  const key = WORDS[`${name} ${code}`] ?? WORDS[code]
  const words = key ? phrases.t(key) : faultWords(phrases, name, { code, message })
  return { at: sent.indexOf(field), option: name, words }
}

/** The same where the field is not in sight. */
export function inFull(
  { at, option, words }: FieldFault,
  sent: readonly PlacedField[],
  { t }: DashboardPhrasebook
): string {
  const { type, page } = sent[at]
  const values = { kind: t(`sign.${type}`), page, option: t(LABELS[option]), fault: words }
  return t('field_settings.fault_in_full', values)
}

/** Of which option something is said twice makes a difference; everything else is told by its code. */
function faultWords(
  phrases: DashboardPhrasebook,
  option: OptionName,
  { code, message }: Pick<InputFault, 'code' | 'message'>
): string {
  const form = (code === 'duplicate' ? `${code}_${option}` : code) as Lowercase<string>
  return refusalIn(phrases, { name: 'FieldFault', message, wording: { form } })
}
