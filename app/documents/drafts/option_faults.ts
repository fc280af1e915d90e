import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { isOneLine, isPlain, isVisible } from '#app/foundation/printable_text'
import {
  DATE_FORMATS,
  KEY,
  NUMBER_FORMATS,
  type FieldOptions,
  type OptionName,
} from '../field_kinds/field_options.js'
import { FIELD_KINDS, type FieldType } from '../field_kinds/index.js'
import { LIMITS } from '../limits.js'
import { faultsOfPrinted } from '../printed_words.js'

type Said = [name: OptionName, code: string, message: string]

/** What each kind cannot do without. */
const NEEDED: Partial<Record<FieldType, readonly OptionName[]>> = {
  radio: ['group', 'choice'],
  select: ['choices'],
  note: ['text'],
}

const FORMATS: Partial<Record<FieldType, readonly string[]>> = {
  date: DATE_FORMATS,
  number: NUMBER_FORMATS,
}

/** What is wrong with what a sender says of one field, by itself. @param path  of the field */
export function optionFaults(
  type: FieldType,
  options: FieldOptions,
  path: InputPath
): InputFault[] {
  const at = (name: OptionName): InputPath => [...path, 'options', name]
  const said = [
    ...unknownTo(type, options),
    ...missingFrom(type, options),
    ...oddNames(options),
    ...oddWords(options),
    ...oddLimits(options),
    ...oddFormat(type, options),
  ].map(([name, code, message]): InputFault => ({ path: at(name), code, message }))
  if (said.length > 0) return said
  return [...oddDefault(type, options, at('default')), ...unprintable(options, at)]
}

function unknownTo(type: FieldType, options: FieldOptions): Said[] {
  const known: readonly OptionName[] = FIELD_KINDS[type].options
  return namesIn(options)
    .filter((name) => !known.includes(name))
    .map((name) => [name, 'not_for_this_type', `A ${type} field has no ${name}`])
}

function missingFrom(type: FieldType, options: FieldOptions): Said[] {
  return (NEEDED[type] ?? [])
    .filter((name) => options[name] === undefined)
    .map((name) => [name, 'required', `A ${type} field needs options.${name}`])
}

function oddNames({ key, group }: FieldOptions): Said[] {
  const message = 'Use a letter, then up to 63 letters, digits, dots, dashes and underscores'
  const faults: Said[] = []
  if (key !== undefined && !KEY.test(key)) faults.push(['key', 'odd_key', message])
  if (group !== undefined && !KEY.test(group)) faults.push(['group', 'odd_key', message])
  return faults
}

function oddWords(options: FieldOptions): Said[] {
  const lines = (['label', 'help', 'choice', 'mask', 'example'] as const).filter((name) => {
    const text = options[name]
    return text !== undefined && !(isOneLine(text) && isVisible(text))
  })
  const faults = lines.map((name): Said => [name, 'not_plain', 'Write one line of visible text'])
  const { text, choices, mask } = options
  if (text !== undefined && !(isPlain(text) && isVisible(text)))
    faults.push(['text', 'not_plain', 'Write visible text'])
  if (choices && !choices.every((one) => isOneLine(one) && isVisible(one)))
    faults.push(['choices', 'not_plain', 'Each choice is one line of visible text'])
  if (choices && (choices.length === 0 || new Set(choices).size < choices.length))
    faults.push(['choices', 'duplicate', 'Name at least one choice, and each of them once'])
  if (mask !== undefined && !/[9A*]/.test(mask))
    faults.push(['mask', 'odd_mask', 'Use 9 for a digit, A for a letter and * for either'])
  return faults
}

function oddLimits({ minLength, maxLength, min, max, ...options }: FieldOptions): Said[] {
  const faults: Said[] = []
  if (maxLength !== undefined && maxLength > LIMITS.textValue)
    faults.push(['maxLength', 'too_large', `At most ${LIMITS.textValue}`])
  if ((minLength ?? 0) > (maxLength ?? LIMITS.textValue))
    faults.push(['minLength', 'too_large', 'minLength must not be above maxLength'])
  if (min !== undefined && max !== undefined && min > max)
    faults.push(['min', 'too_large', 'min must not be above max'])
  if (options.mask !== undefined && options.pattern !== undefined)
    faults.push(['mask', 'not_both', 'Use pattern or mask, not both'])
  return faults
}

function oddFormat(type: FieldType, { format }: FieldOptions): Said[] {
  const formats = FORMATS[type]
  if (format === undefined || !formats || formats.includes(format)) return []
  return [['format', 'enum', `Use one of: ${formats.join(' · ')}`]]
}

/** A default is what the signer could have entered. */
function oddDefault(type: FieldType, options: FieldOptions, path: InputPath): InputFault[] {
  const kind = FIELD_KINDS[type]
  if (options.default === undefined || kind.isAdopted) return []
  const isTicked = type === 'checkbox' || type === 'radio'
  const isOfKind = isTicked === (typeof options.default === 'boolean')
  if (!isOfKind) return [{ path, code: 'type', message: `Not a value of a ${type} field` }]
  const reading = kind.read(options.default, { ...options, required: false })
  return 'fault' in reading
    ? [
        {
          path,
          code: reading.fault.code,
          message: `Signers could not enter this: ${reading.fault.message}`,
        },
      ]
    : []
}

function unprintable(options: FieldOptions, at: (name: OptionName) => InputPath): InputFault[] {
  const { choices = [], text = '' } = options
  return [
    ...faultsOfPrinted(at('text'), text),
    ...choices.flatMap((one) => faultsOfPrinted(at('choices'), one)),
  ]
}

function namesIn(options: FieldOptions): OptionName[] {
  return (Object.keys(options) as OptionName[]).filter((name) => options[name] !== undefined)
}
