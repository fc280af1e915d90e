import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
import { OPTION_LIMITS } from '#app/documents/field_kinds/field_options'
import { isOneLine, isPlain, isVisible } from '#app/foundation/printable_text'
import { isIdentifier } from '#app/foundation/identifier'
import { isEmailAddress } from '#app/foundation/email_address'
import { uriOf, webAddress } from '#app/foundation/web_address'
import { allowedOrigin } from '#app/identity/keys/allowed_origin'

const METADATA_KEY = /^[A-Za-z0-9_.-]{1,64}$/
const DURATION = /^([1-9]\d{0,2})d$/
const MAX_DAYS = 365
const MAX_URL = 2_048
const MAX_ADDRESS = 254
const MAX_CURSOR = 500
const USUAL_PAGE = 25
const LARGEST_PAGE = 100
const LONGEST_WAIT = 20
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** `Date` takes 31 February for 3 March. */
function isDay(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number)
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** What is wrong with a text: the code of its fault, and a sentence that goes on after the name of the field. */
type Complaint = [code: string, words: string]

/** @param description  what the description of the API says of such a text */
function textRule(complain: (text: string) => Complaint | null, description: object = {}) {
  return vine.createRule(
    (value: unknown, _: undefined, field: FieldContext) => {
      const complaint = typeof value === 'string' ? complain(value) : null
      if (complaint) field.report(complaint[1], complaint[0], field)
    },
    { toJSONSchema: (schema) => Object.assign(schema, description) }
  )
}

const oneLine = textRule((text) =>
  isOneLine(text) ? null : ['not_plain', 'must be one line without control or direction characters']
)

const severalLines = textRule((text) =>
  isPlain(text)
    ? null
    : ['not_plain', 'must have no control or direction characters but line breaks and tabs']
)

const hasInk = textRule((text) =>
  text.trim() === '' || isVisible(text)
    ? null
    : ['blank', 'must have at least one visible character']
)

const isAddress = textRule(
  (text) => (isEmailAddress(text) ? null : ['not_an_email_address', 'must be one e-mail address']),
  { examples: ['ana@example.com'] }
)

const isDuration = (max: number, example: string) =>
  textRule(
    (text) =>
      daysOf(text) >= 1 && daysOf(text) <= max
        ? null
        : ['not_a_duration', `must be a number of days, from 1d to ${max}d`],
    { pattern: DURATION.source, examples: [example] }
  )

const isWebAddress = textRule(
  (text) => {
    const known = webAddress(text)
    if (!known) return ['not_a_url', 'must be an address that begins with https:// or http://']
    if (known.username || known.password)
      return ['credentials_in_url', 'must not hold a user name or password']
    return uriOf(known, text).length > MAX_URL
      ? ['too_long', `must have at most ${MAX_URL} characters as a URI`]
      : null
  },
  { format: 'uri' }
)

const isOrigin = textRule(
  (text) =>
    allowedOrigin(text)
      ? null
      : ['not_an_origin', 'must be an origin such as https://app.example, without path'],
  { examples: ['https://app.example'] }
)

const isInstant = textRule(
  (text) =>
    isDay(text) && INSTANT.test(text) && !Number.isNaN(new Date(text).getTime())
      ? null
      : ['not_an_instant', 'must be a date or a time of ISO 8601 with its zone'],
  { examples: ['2026-03-14', '2026-03-14T09:26:53Z'] }
)

const isPageSize = textRule(
  (text) =>
    /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= LARGEST_PAGE
      ? null
      : ['out_of_range', `must be a whole number from 1 to ${LARGEST_PAGE}`],
  { type: 'integer', minimum: 1, maximum: LARGEST_PAGE, default: USUAL_PAGE }
)

const isWait = textRule(
  (text) =>
    /^\d{1,2}$/.test(text) && Number(text) <= LONGEST_WAIT
      ? null
      : ['out_of_range', `must be a whole number of seconds from 0 to ${LONGEST_WAIT}`],
  { type: 'integer', minimum: 0, maximum: LONGEST_WAIT, default: 0 }
)

/** In a query, where numbers are text. */
const isWholeNumber = (max: number) =>
  textRule(
    (text) =>
      /^[1-9]\d{0,14}$/.test(text) && Number(text) <= max
        ? null
        : ['out_of_range', `must be a whole number from 1 to ${max}`],
    { type: 'integer', minimum: 1, maximum: max }
  )

const isMonth = textRule(
  (text) => (MONTH.test(text) ? null : ['not_a_month', 'must be a month, as in 2026-11']),
  { pattern: MONTH.source, examples: ['2026-11'] }
)

const isId = (prefix: string) =>
  textRule(
    (text) =>
      isIdentifier(prefix, text)
        ? null
        : ['not_an_id', `must be an id that begins with ${prefix}_`],
    { examples: [`${prefix}_01m7y40e2r6eqbqt8qhhqb7vwv`] }
  )

const hasWords = textRule((text) =>
  /[\p{L}\p{N}]/u.test(text) ? null : ['no_words', 'must have at least one letter or digit']
)

const hasPlainKeys = vine.createRule((value: unknown, _: undefined, field: FieldContext) => {
  const keys = Object.keys(value as object)
  if (keys.every((key) => METADATA_KEY.test(key) && key !== '__proto__')) return
  field.report(
    'must have keys of 1 to 64 letters, digits, dots, dashes and underscores',
    'odd_key',
    field
  )
})

const hasNamesOfFields = vine.createRule((value: unknown, _: undefined, field: FieldContext) => {
  const isName = (key: string) =>
    key.length <= OPTION_LIMITS.label && isOneLine(key) && isVisible(key) && key !== '__proto__'
  if (Object.keys(value as object).every(isName)) return
  field.report(
    `must have keys or labels of fields: one line of 1 to ${OPTION_LIMITS.label} characters`,
    'odd_key',
    field
  )
})

export const line = (max: number) =>
  vine.string().trim().minLength(1).maxLength(max).use(oneLine()).use(hasInk())

export const text = (max: number) => vine.string().maxLength(max).use(severalLines()).use(hasInk())

export const email = () => vine.string().trim().maxLength(MAX_ADDRESS).use(isAddress())

export const duration = (max = MAX_DAYS, example = '30d') =>
  vine.string().use(isDuration(max, example)())

function asUri(value: unknown): string {
  const known = webAddress(String(value))
  return known ? uriOf(known, String(value)) : String(value)
}

/** As a URI, so that answers have what the description says. */
export const url = () => vine.string().maxLength(MAX_URL).use(isWebAddress()).transform(asUri)

/** A transformation gets null as well. */
export const urlOrNull = () =>
  vine
    .string()
    .maxLength(MAX_URL)
    .use(isWebAddress())
    .nullable()
    .transform((value) => (value === null ? null : asUri(value)))

/** As browsers send it: scheme, host and port. */
export const origin = () =>
  vine
    .string()
    .use(isOrigin())
    .transform((value: unknown) => allowedOrigin(String(value)) ?? String(value))

export const instant = () =>
  vine
    .string()
    .use(isInstant())
    .transform((value) => new Date(value))

/** A transformation gets null as well: `instant().nullable()` would make 1970 of it. */
export const instantOrNull = () =>
  vine
    .string()
    .use(isInstant())
    .nullable()
    .transform((value) => (value === null ? null : new Date(value)))

export const identifier = (prefix: string) => vine.string().use(isId(prefix)())

export const month = () => vine.string().use(isMonth())

export const words = (max: number) => line(max).use(hasWords())

/** The parameters that every list has. */
export const page = {
  limit: vine
    .string()
    .use(isPageSize())
    .transform(Number)
    .optional()
    .meta({ description: 'The number of items per page.' }),
  cursor: vine
    .string()
    .maxLength(MAX_CURSOR)
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page.' }),
}

/** Seconds. */
export const wait = () => vine.string().use(isWait()).transform(Number)

/** Of a query: 1 or more. */
export const wholeNumber = (max: number) =>
  vine.string().use(isWholeNumber(max)()).transform(Number)

/** How many things a page has unless `limit` says so. */
export const pageSize = (limit: number | undefined) => limit ?? USUAL_PAGE

export const integer = () => vine.number({ strict: true }).withoutDecimals()

export const number = () => vine.number({ strict: true })

export const boolean = () => vine.boolean({ strict: true })

export const metadata = (keys: number, value: number) =>
  vine
    .record(vine.string().maxLength(value).use(severalLines()))
    .maxLength(keys)
    .use(hasPlainKeys())

/** Keys are keys and labels of fields, as templates have them. */
export const fieldValues = (keys: number, value: number) =>
  vine
    .record(vine.string().maxLength(value).use(severalLines()))
    .maxLength(keys)
    .use(hasNamesOfFields())

/** `30d` are 30 days. */
export function daysOf(period: string): number {
  return Number(DURATION.exec(period)?.[1] ?? 0)
}
