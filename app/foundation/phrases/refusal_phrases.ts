import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import string from '@adonisjs/core/helpers/string'
import type { InputFault } from '../input_refused.js'
import type { Refusal } from '../refusal.js'
import type { DashboardPhrasebook } from './dashboard_phrasebook.js'
import { LANG_FOLDER } from './phrasebook.js'

type Refused = Pick<Refusal, 'name' | 'message' | 'wording'>

const GERMAN: Record<string, string> = JSON.parse(
  readFileSync(new URL('dashboard/refusals.de.json', LANG_FOLDER), 'utf8')
)

/** What a refusal's phrase is called: its class, and which of its messages where it has several. */
export function refusalKey({ name, wording }: Pick<Refused, 'name' | 'wording'>): string {
  const own = string.snakeCase(name)
  return wording.form ? `${own}.${wording.form}` : own
}

/** Why something was refused, as a sentence. In English that is the message, which the API gives as well; other languages have their own. */
export function refusalIn(book: DashboardPhrasebook, refusal: Refused): string {
  const { values, file } = refusal.wording
  const said = phraseOf(book, refusalKey(refusal), values)
  if (said === null) return sentence(refusal.message)
  return file === undefined ? said : phraseOf(book, 'of_file', { file, said })!
}

/** What this language has for a key; null where only the English message says it. */
export function phraseOf(
  book: DashboardPhrasebook,
  key: string,
  said: Record<string, string | number> = {}
): string | null {
  const phrase = book.language === 'de' ? GERMAN[key] : undefined
  if (phrase === undefined) return null
  const values = Object.entries(said).map(([name, value]) => [
    name,
    typeof value === 'string' ? book.embedded(value) : value,
  ])
  const format = new IntlMessageFormat(phrase, book.locale, undefined, { ignoreTag: true })
  return format.format(Object.fromEntries(values)) as string
}

/** The same of one part of what was typed. */
export function faultIn(book: DashboardPhrasebook, { code, message }: InputFault): string {
  const form = code as Lowercase<string>
  return refusalIn(book, { name: 'DraftFault', message, wording: { form } })
}

/** Ended with a full stop, unless it has an end. */
export function sentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`
}
