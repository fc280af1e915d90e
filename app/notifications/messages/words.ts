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

/** To signers, of whom nobody knows where they are: “21 December 2026, 09:30 UTC”. */
export function moment(at: Date, phrases = english): string {
  return phrases.moment(at)
}

/** A fact that is known. */
export function fact(label: string, value: string | null | undefined): Fact[] {
  return value ? [{ label, value }] : []
}

/** “Ana, Ben and Cem”, or how many more there are. */
export function names(
  all: readonly { name: string }[],
  { t, locale, embedded }: Phrasebook,
  most = 3
): string {
  const shown = all.slice(0, most).map(({ name }) => embedded(name))
  const rest = all.length - shown.length
  const list = rest > 0 ? [...shown, t('mails.more', { count: rest })] : shown
  return new Intl.ListFormat(locale).format(list)
}
