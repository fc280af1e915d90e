import type Field from '#app/documents/field'
import { LIMITS } from '#app/documents/limits'
import { DAY_MS } from '#app/foundation/duration'
import { isPlain, isVisible } from '#app/foundation/printable_text'
import { charactersWithoutGlyph } from '#app/sealing/type/coverage'
import { tenantClock } from '#app/tenancy/tenant_clock'
import type { SignatureInput } from './signature.js'
import AnswersRefused from './errors/answers_refused.js'

/** What a signer hands in. `values` by field id: text, an ISO date, or whether a box is checked. */
export interface AnswersInput {
  values: Record<string, string | boolean>
  signature?: SignatureInput
  initials?: SignatureInput
}

const MOST_NAMED = 5
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/

/**
 * The value of each of a signer's fields, as it is stored. A date is the signer's own day, which may be one off from ours; anything
 * else than a day around now is ours.
 *
 * @throws E_ANSWERS_REFUSED naming each field that is missing or wrong
 */
export function answersTo(fields: readonly Field[], input: AnswersInput): Map<string, string> {
  const known = new Set(fields.map(({ id }) => id))
  const strangers = Object.keys(input.values).filter((id) => !known.has(id))
  const faults = [
    ...strangers.map((id) => fault(id, 'unknown_field', 'This field is not yours to fill in')),
    ...fields.flatMap((field) => faultsOf(field, input)),
  ]
  if (faults.length > 0) throw new AnswersRefused(faults)
  return new Map(fields.map((field) => [field.id, answer(field, input.values[field.id])]))
}

function faultsOf({ id, type }: Field, { values, signature, initials }: AnswersInput) {
  const value = values[id]
  if (type === 'signature')
    return signature ? [] : [fault('signature', 'required', 'Your signature is missing')]
  if (type === 'initials')
    return initials ? [] : [fault('initials', 'required', 'Your initials are missing')]
  if (type === 'checkbox')
    return value === undefined || typeof value === 'boolean'
      ? []
      : [fault(id, 'type', 'A box is checked or not')]
  if (type === 'date') return []
  return typeof value === 'string' ? faultsOfText(id, value) : [empty(id)]
}

/** What cannot be printed is refused here, where somebody can still write it in another way. */
function faultsOfText(id: string, text: string) {
  if (text.length > LIMITS.textValue) {
    const limit = LIMITS.textValue
    return [{ ...fault(id, 'too_long', `At most ${limit} characters`), limit }]
  }
  if (!isPlain(text)) return [fault(id, 'not_plain', 'This has characters that cannot be printed')]
  if (!isVisible(text)) return [empty(id)]
  const characters = charactersWithoutGlyph(text).slice(0, MOST_NAMED).join(' ')
  return characters ? [{ ...fault(id, 'no_glyph', `No font has ${characters}`), characters }] : []
}

function empty(id: string) {
  return fault(id, 'required', 'This field is empty')
}

function answer({ type }: Field, value: string | boolean | undefined): string {
  if (type === 'checkbox') return value === true ? 'true' : 'false'
  if (type === 'date') return signingDay(value)
  return typeof value === 'string' ? value.normalize('NFC') : ''
}

function signingDay(value: unknown): string {
  const now = tenantClock.now()
  const isNear =
    typeof value === 'string' &&
    ISO_DATE.test(value) &&
    Math.abs(Date.parse(value) - now.getTime()) <= 2 * DAY_MS
  return isNear ? value : now.toISOString().slice(0, 10)
}

function fault(id: string, code: string, message: string) {
  return { path: id.startsWith('fld_') ? ['values', id] : [id], code, message }
}
