import { plainDigits } from '#app/foundation/plain_digits'
import { EMPTY, isLeftEmpty } from './entered_text.js'
import type { Demand, EnteredKind, Fault } from './field_kind.js'
import { COMMON, type FieldOptions } from './field_options.js'

const USUAL_DECIMALS = 2
const USUAL_FORMAT = '1234.56'
/** A sign, up to 12 digits, and decimals after a point or a comma: no separators of thousands, which half the world reads as the other. */
const NUMBER = /^([+-]?)(\d{1,12})(?:[.,](\d{1,20}))?$/

/** A decimal number, stored with a point: as text, for a sum of money has no rounding. */
export const number: EnteredKind<string> = {
  isAdopted: false,
  place: { icon: 'hash', width: 90, height: 22 },
  options: [...COMMON, 'required', 'default', 'decimals', 'min', 'max', 'format'],
  step({ options }) {
    const asked = options ?? {}
    const { decimals = USUAL_DECIMALS, min } = asked
    const sign = min !== undefined && min >= 0 ? '[+]?' : '[+\\-]?'
    const rest = decimals > 0 ? `([.,][0-9]{1,${decimals}})?` : ''
    return {
      widget: 'number',
      icon: 'hash',
      isRequired: asked.required ?? true,
      input: {
        'maxlength': 30,
        'inputmode': sign === '[+]?' ? (decimals > 0 ? 'decimal' : 'numeric') : 'text',
        'pattern': `${sign}[0-9]{1,12}${rest}`,
        'data-format': asked.format ?? USUAL_FORMAT,
        ...(asked.decimals !== undefined && { 'data-decimals': asked.decimals }),
      },
      demand: demandOf(asked),
    }
  },
  read(given, options) {
    if (isLeftEmpty(given, options)) return { stored: '' }
    const entered = typeof given === 'string' ? numeral(given) : ''
    if (!entered) return { fault: EMPTY }
    const { decimals = USUAL_DECIMALS, min, max } = options
    const [, sign, whole, rest = ''] = NUMBER.exec(entered) ?? []
    if (whole === undefined || rest.length > decimals) return { fault: notANumber(decimals) }
    const digits = whole.replace(/^0+(?=\d)/, '')
    const plain = `${sign === '-' ? '-' : ''}${digits}${rest && `.${rest}`}`
    if (min !== undefined && Number(plain) < min)
      return { fault: { code: 'too_small', message: `At least ${min}`, limit: min } }
    if (max !== undefined && Number(plain) > max)
      return { fault: { code: 'too_large', message: `At most ${max}`, limit: max } }
    return { stored: plain }
  },
  value: (stored) => stored,
  stamp: (stored, options) => ({ kind: 'text', value: printed(stored, options) }),
  comparable: plainNumber,
  sample: ({ min, max }) => String(min ?? Math.min(42, max ?? 42)),
}

/** As any keyboard writes it, with 0 to 9, and the signs that these go with; without the marks of direction that come with what is pasted. */
function numeral(text: string): string {
  return plainDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replaceAll(/[٫．]/g, '.')
    .replaceAll('，', ',')
    .replaceAll(/[−－]/g, '-')
    .replaceAll('＋', '+')
}

/** Without zeros that say nothing: 1.5 for `01,50`; nothing for what is no number. */
function plainNumber(text: string): string | undefined {
  const [, sign, whole, rest = ''] = NUMBER.exec(numeral(text)) ?? []
  if (whole === undefined) return undefined
  const decimals = rest.replace(/0+$/, '')
  const plain = whole.replace(/^0+(?=\d)/, '') + (decimals && `.${decimals}`)
  return sign === '-' && plain !== '0' ? `-${plain}` : plain
}

function notANumber(decimals: number): Fault {
  const message =
    decimals > 0
      ? `A number with at most ${decimals} decimals, without separators of thousands`
      : 'A whole number, without separators of thousands'
  return { code: decimals > 0 ? 'not_a_number' : 'not_a_whole_number', message, limit: decimals }
}

function demandOf({ decimals = USUAL_DECIMALS, min, max }: FieldOptions): Demand {
  if (min !== undefined && max !== undefined)
    return { phrase: 'sign.number_between', values: { min, max } }
  if (min !== undefined) return { phrase: 'sign.number_from', values: { min } }
  if (max !== undefined) return { phrase: 'sign.number_to', values: { max } }
  return decimals > 0
    ? { phrase: 'sign.number_decimals', values: { max: decimals } }
    : { phrase: 'sign.number_whole' }
}

/** With separators as the sender's format shows them, and as many decimals as were entered, or as the sender fixed. The pages of signers have the same. */
function printed(stored: string, { format = USUAL_FORMAT, decimals }: FieldOptions): string {
  if (stored === '') return ''
  const isNegative = stored.startsWith('-')
  const [whole, entered = ''] = stored.replace('-', '').split('.')
  const rest = decimals === undefined ? entered : entered.padEnd(decimals, '0')
  const thousands = format[1] === '2' ? '' : format[1]
  const mark = format.at(-3)
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands)
  return `${isNegative ? '-' : ''}${grouped}${rest && `${mark}${rest}`}`
}
