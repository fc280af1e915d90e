import { isPlain, isVisible } from '#app/foundation/printable_text'
import { charactersWithoutGlyph } from '#app/sealing/type/coverage'
import { LIMITS } from '../limits.js'
import type { Demand, IsLegible, Fault, Reading } from './field_kind.js'
import type { FieldOptions } from './field_options.js'
import { exampleOf, fits, fitted, sourceOf } from './patterns.js'

const MOST_NAMED = 5

export const EMPTY: Fault = { code: 'required', message: 'This field is empty' }
const NOT_PLAIN: Fault = {
  code: 'not_plain',
  message: 'This has characters that cannot be printed',
}
/** The sealed PDF would show it too small to read, or cut. */
export const DOES_NOT_FIT: Fault = {
  code: 'does_not_fit',
  message: 'This does not fit its field: write less, or fewer lines',
}

/** What somebody wrote, as far as it can be printed and is what the sender asks for. */
export function readText(given: unknown, options: FieldOptions, isLegible?: IsLegible): Reading {
  if (isLeftEmpty(given, options)) return { stored: '' }
  if (typeof given !== 'string') return { fault: EMPTY }
  const stored = fitted(given.normalize('NFC'), options)
  const fault = faultOf(stored, options, isLegible)
  return fault ? { fault } : { stored }
}

/** Nothing was entered, and nothing has to be. */
export function isLeftEmpty(given: unknown, { required = true }: FieldOptions): boolean {
  return !required && (given === undefined || (typeof given === 'string' && given.trim() === ''))
}

/** What cannot be printed is refused here, where somebody can still write it in another way. */
function faultOf(entered: string, options: FieldOptions, isLegible?: IsLegible): Fault | null {
  const limit = options.maxLength ?? LIMITS.textValue
  const length = [...entered].length
  if (entered.length > LIMITS.textValue || length > limit)
    return { code: 'too_long', message: `At most ${limit} characters`, limit }
  if (!isPlain(entered)) return NOT_PLAIN
  if (!isVisible(entered)) return EMPTY
  const least = options.minLength ?? 0
  if (length < least)
    return { code: 'too_short', message: `At least ${least} characters`, limit: least }
  const characters = charactersWithoutGlyph(entered).slice(0, MOST_NAMED).join(' ')
  if (characters) return { code: 'no_glyph', message: `No font has ${characters}`, characters }
  if (!fits(entered.trim(), options)) {
    const example = exampleOf(options) ?? ''
    return { code: 'no_match', message: `Enter it like ${example}`, example }
  }
  // what has to be as long is taken: nothing shorter would be
  return !isLegible || length <= least || isLegible(entered) ? null : DOES_NOT_FIT
}

/** Attributes of an input by which a browser refuses what `readText` would refuse. */
export function textInput(options: FieldOptions): Record<string, string | number> {
  const { minLength, maxLength = LIMITS.textValue, pattern } = options
  const source = sourceOf(options)
  return {
    maxlength: maxLength,
    ...(minLength && { minlength: minLength }),
    ...(source && { pattern: source }),
    ...(pattern === 'digits' && { inputmode: 'numeric' }),
    ...(pattern === 'phone' && { inputmode: 'tel', autocomplete: 'tel' }),
    ...(pattern === 'postcode' && { autocomplete: 'postal-code' }),
  }
}

/** What a text has to be, in words; the pattern goes before the length, which its example shows. */
export function textDemand(options: FieldOptions): Demand | undefined {
  const example = exampleOf(options)
  if (example !== undefined) return { phrase: 'sign.like', values: { example } }
  const { minLength: min, maxLength: max } = options
  if (min && max) return { phrase: 'sign.length_between', values: { min, max } }
  if (min) return { phrase: 'sign.length_from', values: { min } }
  return max ? { phrase: 'sign.length_to', values: { max } } : undefined
}
