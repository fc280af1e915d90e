import type { Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'

/** What a template says words, days and percentages with, and what `<html>` names as its language. */
export type Speech = ReturnType<typeof made>

const speeches = new Map<Language, Speech>()

/** The pages of signers get theirs handed; everybody else's have English. */
export function speech(language: Language): Speech {
  const known = speeches.get(language) ?? made(language)
  speeches.set(language, known)
  return known
}

function made(language: Language) {
  const { t, day, percent, locale } = Phrasebook.in(language)
  return { lang: language, t, day, percentage: percent, localTime: localTime(locale) }
}

type Precision = 'exact' | 'second' | 'moment' | 'day'

/** A time in UTC that `<local-time>` turns into the reader's own; `day` leaves the hour out, `exact` names the reader's zone. */
function localTime(locale: string) {
  const clock = clockOf(locale)
  return (when: Date | string, precision: Precision = 'moment'): string => {
    const at = new Date(when)
    const words = `${clock[precision].format(at)}${precision === 'day' ? '' : ' UTC'}`
    return (
      `<local-time precision="${precision}">` +
      `<time datetime="${at.toISOString()}">${words}</time></local-time>`
    )
  }
}

/** In UTC, as the audit trail says it; `<local-time>` shows a reader's own zone where scripts run. */
function clockOf(locale: string): Record<Precision, Intl.DateTimeFormat> {
  const form = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC', ...options })
  return {
    day: form({}),
    moment: form({ timeStyle: 'short' }),
    second: form({ timeStyle: 'medium' }),
    exact: form({ timeStyle: 'medium' }),
  }
}
