import { spelled } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { pathOf } from '#app/front_door/bodies/validator_path'

/** A rule that did not hold, as the validator reports it. */
interface Report {
  rule: string
  field: string
  message: string
  meta?: Record<string, unknown>
}

type Sentence = (param: string, meta: Record<string, unknown>) => string

const SENTENCES: Record<string, [code: string, sentence: Sentence]> = {
  'required': ['required', (param) => `${param} is required`],
  'string': ['not_text', (param) => `${param} must be text`],
  'number': ['not_a_number', (param) => `${param} must be a number`],
  'withoutDecimals': ['not_an_integer', (param) => `${param} must be a whole number`],
  'boolean': ['not_a_boolean', (param) => `${param} must be true or false`],
  'object': ['not_an_object', (param) => `${param} must be an object`],
  'record': ['not_an_object', (param) => `${param} must be an object`],
  'array': ['not_a_list', (param) => `${param} must be a list`],
  'enum': ['unknown_value', (param, { choices }) => `${param} must be one of ${list(choices)}`],
  'minLength': ['too_short', (param, { min }) => `${param} must have at least ${min} characters`],
  'maxLength': ['too_long', (param, { max }) => `${param} must have at most ${max} characters`],
  'min': ['too_small', (param, { min }) => `${param} must be at least ${min}`],
  'max': ['too_large', (param, { max }) => `${param} must be at most ${max}`],
  'array.minLength': ['too_few', (param, { min }) => `${param} must have at least ${min} items`],
  'array.maxLength': ['too_many', (param, { max }) => `${param} must have at most ${max} items`],
  'record.maxLength': ['too_many', (param, { max }) => `${param} must have at most ${max} keys`],
}

export function faultOf({ rule, field, message, meta = {} }: Report): InputFault {
  const path = pathOf(field)
  const param = spelled(path)
  const [code, sentence] = SENTENCES[rule] ?? [rule, () => `${param} ${message}`]
  return { path, code, message: sentence(param, meta) }
}

function list(choices: unknown): string {
  return Array.isArray(choices) ? choices.join(', ') : ''
}
