import {
  DashboardPhrasebook,
  isDashboardLanguage,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { dayStyleOf, directionOf, LOCALES, type Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { UTC } from '#app/foundation/time_zone'

/** What a template says words, days and percentages with, and what `<html>` names as its language and direction. */
export type Speech = ReturnType<typeof made>

const speeches = new Map<Language, Speech>()
const clocks = new Map<string, ReturnType<typeof timesIn>>()

/** The pages of signers and the dashboard get theirs handed; everybody else's have English. */
export function speech(language: Language): Speech {
  const known = speeches.get(language) ?? made(language)
  speeches.set(language, known)
  return known
}

function made(language: Language) {
  const { t, day, percent, moment } = bookOf(language)
  const html = { lang: language, dir: directionOf(language) }
  const deadline = deadlineBy(moment)
  return { ...html, t, day, percentage: percent, localTime: localTime(language), deadline }
}

/** Components that the dashboard shares with other pages say its phrases there as well. */
function bookOf(language: Language): DashboardPhrasebook | Phrasebook {
  return isDashboardLanguage(language)
    ? DashboardPhrasebook.speaking(language)
    : Phrasebook.in(language)
}

type Precision = 'exact' | 'second' | 'moment' | 'day'

/** What one person's pages say times with: by the clocks of their zone, whatever the browser's are. */
export function timesIn(
  zone: string,
  language: Language
): (when: Date | string, precision?: Precision) => string {
  const key = `${language} ${zone}`
  const known = clocks.get(key)
  if (known) return known
  const clock = clockOf(language, zone)
  const named = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: zone,
    timeZoneName: 'short',
  })
  const zoneAt = (at: Date) =>
    named.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? zone
  const times = (when: Date | string, precision: Precision = 'moment') => {
    const at = new Date(when)
    const words = `${clock[precision].format(at)}${precision === 'day' ? '' : ` ${zoneAt(at)}`}`
    return timeElement(at, words, `precision="${precision}" zone="${zone}"`)
  }
  clocks.set(key, times)
  return times
}

/** A time in UTC that `<local-time>` turns into the reader's own; `day` leaves the hour out, `exact` names the reader's zone. */
function localTime(language: Language) {
  const clock = clockOf(language)
  return (when: Date | string, precision: Precision = 'moment'): string => {
    const at = new Date(when)
    const words = `${clock[precision].format(at)}${precision === 'day' ? '' : ' UTC'}`
    return timeElement(at, words, `precision="${precision}"`)
  }
}

/** Until when something can be done, in the words of mails; `<local-time>` adds what the reader's own clock shows then. */
function deadlineBy(moment: Phrasebook['moment']) {
  return (when: Date | string): string => {
    const at = new Date(when)
    return timeElement(at, moment(at), 'precision="deadline"')
  }
}

function timeElement(at: Date, words: string, settings: string): string {
  return `<local-time ${settings}><time datetime="${at.toISOString()}">${words}</time></local-time>`
}

/** As the audit trail says it, in UTC; `<local-time>` shows a reader's own zone where scripts run. */
function clockOf(language: Language, timeZone = UTC): Record<Precision, Intl.DateTimeFormat> {
  const dateStyle = dayStyleOf(language)
  const form = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle, timeZone, ...options })
  return {
    day: form({}),
    moment: form({ timeStyle: 'short' }),
    second: form({ timeStyle: 'medium' }),
    exact: form({ timeStyle: 'medium' }),
  }
}
