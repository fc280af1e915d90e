import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import type english from '#lang/en.json'
import { embedded, isolatedFromRight } from '../printable_text.js'
import { UTC } from '../time_zone.js'
import {
  dayStyleOf,
  directionOf,
  LOCALES,
  monthStyleOf,
  type Direction,
  type Language,
} from './languages.js'

/** What phrases are called: their section and their name there. */
export type KeyIn<Sections> = {
  [R in keyof Sections & string]: `${R}.${keyof Sections[R] & string}`
}[keyof Sections & string]

export type PhraseKey = KeyIn<typeof english>

export type PhraseValues = Record<string, string | number>

/** How a language writes days and hours of a zone. */
interface Clock {
  day: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
}

export type Phrases = Record<string, Record<string, string>>

export const LANG_FOLDER = new URL('../../../resources/lang/', import.meta.url)

const books = new Map<Language, Phrasebook>()

/**
 * All that is said to signers, in one language. There is no current language: every caller gets a phrasebook, so two
 * signers who are served at the same time cannot get each other's. A phrase (ICU MessageFormat) is compiled when it is first said.
 */
export class Phrasebook<Key extends string = PhraseKey> {
  readonly locale: string
  readonly direction: Direction
  #phrases: Phrases
  #compiled = new Map<string, string | IntlMessageFormat>()
  #day: Intl.DateTimeFormat
  #clocks = new Map<string, Clock>()
  #printedDay: Intl.DateTimeFormat
  #list: Intl.ListFormat
  #percent: Intl.NumberFormat

  protected constructor(
    readonly language: Language,
    phrases: Phrases = phrasesOf(language)
  ) {
    this.locale = LOCALES[language]
    this.direction = directionOf(language)
    this.#phrases = phrases
    const dateStyle = dayStyleOf(language)
    this.#day = new Intl.DateTimeFormat(this.locale, { timeZone: UTC, dateStyle })
    const month = monthStyleOf(language)
    const parts = { day: 'numeric', month, year: 'numeric' } as const
    this.#printedDay = new Intl.DateTimeFormat(this.locale, { timeZone: UTC, ...parts })
    this.#list = new Intl.ListFormat(this.locale, { type: 'conjunction' })
    this.#percent = new Intl.NumberFormat(this.locale, { style: 'percent' })
  }

  static in(language: Language): Phrasebook {
    const book = books.get(language) ?? new Phrasebook(language)
    books.set(language, book)
    return book
  }

  /** Bound, so that it can be handed on as it is. @throws for a phrase that does not exist, or without a value that it needs */
  readonly t = (key: Key | PhraseKey, values?: PhraseValues): string => {
    const phrase = this.#compiled.get(key) ?? this.#compile(key)
    return typeof phrase === 'string' ? phrase : (phrase.format(this.#embeddedOf(values)) as string)
  }

  /** What people wrote keeps its own direction and turns nothing around it: among words from right to left, whatever it is. */
  readonly embedded = (text: string): string =>
    this.direction === 'rtl' ? isolatedFromRight(text) : embedded(text)

  /** “21 Dec 2026” */
  readonly day = (at: Date | string): string => this.#day.format(new Date(at))

  /** “21 December 2026” */
  readonly longDay = (at: Date, zone = UTC): string => this.#in(zone).day.format(at)

  /** “21 December 2026, 09:30 CET”: the zone is named, because a mail does not know where it is read. */
  readonly moment = (at: Date, zone = UTC): string => {
    const { day, time } = this.#in(zone)
    const parts = time.formatToParts(at)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
    const clock = parts.filter(({ type }) => type === 'hour' || type === 'minute')
    const hour = clock.map(({ value }) => value).join(':')
    return this.t('mails.moment', { day: day.format(at), time: hour, zone: name })
  }

  /** “21 Dec 2026”, in UTC and with the name of its month: nobody who reads it elsewhere takes the month for the day. */
  readonly printedDay = (at: Date): string => this.#printedDay.format(at)

  /** “21 Dec 2026, 14:03:22 UTC” */
  readonly instant = (at: Date): string =>
    this.t('trail.instant', { day: this.printedDay(at), time: timeOf(at) })

  /** “one, two and three” */
  readonly list = (items: readonly string[]): string => this.#list.format(items)

  /** Whether something is called so, where what asks for it is read from elsewhere. */
  readonly has = (key: string): key is Key | PhraseKey => {
    const [section = '', name = ''] = key.split('.')
    return this.#phrases[section]?.[name] !== undefined
  }

  /** “50%”, as the language sets it */
  readonly percent = (percent: number): string => this.#percent.format(percent / 100)

  #embeddedOf(values: PhraseValues = {}): PhraseValues {
    const entries = Object.entries(values)
    return Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        typeof value === 'string' ? this.embedded(value) : value,
      ])
    )
  }

  #in(timeZone: string): Clock {
    const known = this.#clocks.get(timeZone)
    if (known) return known
    const form = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(this.locale, { timeZone, ...options })
    const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
    const made = { day: form({ dateStyle: 'long' }), time: form(time) }
    this.#clocks.set(timeZone, made)
    return made
  }

  #compile(key: string): string | IntlMessageFormat {
    const [section, name] = key.split('.')
    const text = this.#phrases[section]?.[name]
    if (text === undefined) throw new RangeError(`No phrase is called ${key}`)
    const phrase = text.includes('{')
      ? new IntlMessageFormat(text, this.locale, undefined, { ignoreTag: true })
      : text
    this.#compiled.set(key, phrase)
    return phrase
  }
}

/** All that is said to signers in a language. */
export function phrasesOf(language: Language): Phrases {
  return JSON.parse(readFileSync(new URL(`${language}.json`, LANG_FOLDER), 'utf8'))
}

/** “14:03:22”, in UTC; every language writes it so. */
export function timeOf(at: Date): string {
  return at.toISOString().slice(11, 19)
}
