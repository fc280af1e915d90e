import type Field from '#app/documents/field'
import { byName, leadOf, shownFields, type Conditional } from '#app/documents/field_conditions'
import type { Fault } from '#app/documents/field_kinds/field_kind'
import { FIELD_KINDS, isAdoptedType, type AdoptedType } from '#app/documents/field_kinds/index'
import type { InputFault } from '#app/foundation/input_refused'
import { TextMeasure } from '#app/sealing/pages/text_room'
import type { SignatureInput } from './signature.js'
import AnswersRefused from '../errors/answers_refused.js'

/** What a signer hands in: their marks, and `values` by field id: text, an ISO date, or whether a box is checked. */
export interface AnswersInput extends Partial<Record<AdoptedType, SignatureInput>> {
  values: Record<string, string | boolean>
}

/** Of fields that others have filled in before, by id: conditions may ask for them. */
export type EarlierValues = ReadonlyMap<string, string>

type Asked = Pick<Field, 'id' | 'type' | 'options' | 'width' | 'height'>
type Answer = { id: string; stored: string } | { fault: InputFault }

/**
 * The value of each of a signer's fields that is shown to them, as it is stored. What was sent for others is left out.
 *
 * @param document  all its fields
 * @throws AnswersRefused naming each field that is missing or wrong
 */
export function answersTo(
  fields: readonly Asked[],
  input: AnswersInput,
  document: readonly Conditional[] = fields,
  earlier: EarlierValues = new Map()
): Map<string, string> {
  const known = new Set(fields.map(({ id }) => id))
  const strangers = Object.keys(input.values).filter((id) => !known.has(id))
  const measure = new TextMeasure()
  const answers = fields.map((field) => answer(field, input, measure))
  const given = storedIn(answers)
  const shown = shownFields(document, (id) => given.get(id) ?? earlier.get(id))
  const asked = fields.filter(({ id }) => shown.has(id))
  const faults = [
    ...strangers.map(unknownField),
    ...fields.flatMap(({ id }, at) => {
      const one = answers[at]
      return shown.has(id) && 'fault' in one ? [one.fault] : []
    }),
    ...groupFaults(asked, given),
  ]
  if (faults.length > 0) throw new AnswersRefused(faults)
  return new Map([...given].filter(([id]) => shown.has(id)))
}

function storedIn(answers: readonly Answer[]): Map<string, string> {
  return new Map(answers.flatMap((one) => ('fault' in one ? [] : [[one.id, one.stored] as const])))
}

/** @param type  of the mark that is not there */
export function missing(type: AdoptedType): InputFault {
  return { path: [type], code: 'required', message: FIELD_KINDS[type].refusal.message }
}

/** Of a field whose mark was adopted nothing else is stored. */
function answer(
  { id, type, options, width, height }: Asked,
  input: AnswersInput,
  measure: TextMeasure
): Answer {
  if (isAdoptedType(type)) return input[type] ? { id, stored: '' } : { fault: missing(type) }
  const reading = FIELD_KINDS[type].read(input.values[id], options ?? {}, (text) =>
    measure.isLegible(text, { width, height })
  )
  return 'fault' in reading
    ? { fault: { path: ['values', id], ...reading.fault } }
    : { id, stored: reading.stored }
}

const NOT_CHOSEN: Fault = { code: 'not_chosen', message: 'Choose one of these' }
const TWO_CHOSEN: Fault = { code: 'two_chosen', message: 'Choose only one of these' }

/** Of each group of buttons at most one is chosen, and one is unless the sender leaves it open. The first button is blamed. */
function groupFaults(fields: readonly Asked[], given: ReadonlyMap<string, string>): InputFault[] {
  const named = byName(fields)
  return fields.flatMap((field) => {
    const { id, options } = field
    if (!options?.group || leadOf(field, named) !== field) return []
    const buttons = named.get(options.group) ?? []
    const chosen = buttons.filter((button) => given.get(button.id) === 'true').length
    if (chosen > 1) return [{ path: ['values', id], ...TWO_CHOSEN }]
    return chosen === 0 && options.required !== false
      ? [{ path: ['values', id], ...NOT_CHOSEN }]
      : []
  })
}

export function unknownField(id: string): InputFault {
  const path = id.startsWith('fld_') ? ['values', id] : [id]
  return { path, code: 'unknown_field', message: 'This field is not yours to fill in' }
}
