import type Field from '#app/documents/field'
import { FIELD_KINDS, isAdoptedType, type AdoptedType } from '#app/documents/field_kinds/index'
import type { InputFault } from '#app/foundation/input_refused'
import type { SignatureInput } from './signature.js'
import AnswersRefused from '../errors/answers_refused.js'

/** What a signer hands in: their marks, and `values` by field id: text, an ISO date, or whether a box is checked. */
export interface AnswersInput extends Partial<Record<AdoptedType, SignatureInput>> {
  values: Record<string, string | boolean>
}

type Answer = { id: string; stored: string } | { fault: InputFault }

/**
 * The value of each of a signer's fields, as it is stored.
 *
 * @throws AnswersRefused naming each field that is missing or wrong
 */
export function answersTo(fields: readonly Field[], input: AnswersInput): Map<string, string> {
  const known = new Set(fields.map(({ id }) => id))
  const strangers = Object.keys(input.values).filter((id) => !known.has(id))
  const answers = fields.map((field) => answer(field, input))
  const faults = [
    ...strangers.map(unknownField),
    ...answers.flatMap((one) => ('fault' in one ? [one.fault] : [])),
  ]
  if (faults.length > 0) throw new AnswersRefused(faults)
  return new Map(answers.flatMap((one) => ('fault' in one ? [] : [[one.id, one.stored]])))
}

/** @param type  of the mark that is not there */
export function missing(type: AdoptedType): InputFault {
  return { path: [type], code: 'required', message: FIELD_KINDS[type].refusal.message }
}

/** Of a field whose mark was adopted nothing else is stored. */
function answer({ id, type }: Field, input: AnswersInput): Answer {
  if (isAdoptedType(type)) return input[type] ? { id, stored: '' } : { fault: missing(type) }
  const reading = FIELD_KINDS[type].read(input.values[id])
  return 'fault' in reading
    ? { fault: { path: ['values', id], ...reading.fault } }
    : { id, stored: reading.stored }
}

function unknownField(id: string): InputFault {
  const path = id.startsWith('fld_') ? ['values', id] : [id]
  return { path, code: 'unknown_field', message: 'This field is not yours to fill in' }
}
