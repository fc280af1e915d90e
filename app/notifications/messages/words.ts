import { Phrasebook } from '#app/foundation/phrases/phrasebook'

/** What a mail says, before it has a shape. Titles, names and messages are what people typed: views escape them. */
export interface Words {
  /** The line that inboxes show beside the subject. */
  preview: string
  heading: string
  paragraphs: readonly string[]
  quote?: { by: string; text: string }
  facts: readonly Fact[]
  action?: { label: string; url: string }
  note?: string
  /** Where somebody who should not have got it says so. */
  reportUrl?: string
}

export interface Fact {
  label: string
  value: string
}

const english = Phrasebook.in('en')

export function day(at: Date): string {
  return english.longDay(at)
}

/** “21 December 2026, 09:30 UTC”: a mail does not know where it is read. */
export function moment(at: Date, { t, longDay, time } = english): string {
  return t('mails.moment', { day: longDay(at), time: time(at) })
}

/** A fact that is known. */
export function fact(label: string, value: string | null | undefined): Fact[] {
  return value ? [{ label, value }] : []
}

/** “Ana, Ben and Cem”, or how many more there are. */
export function names(all: readonly { name: string }[], most = 3): string {
  const shown = all.slice(0, most).map(({ name }) => name)
  const rest = all.length - shown.length
  const list = rest > 0 ? [...shown, `${rest} more`] : shown
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
}
