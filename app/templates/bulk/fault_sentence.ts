import { LIMITS } from '#app/documents/limits'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { phraseOf } from '#app/foundation/phrases/refusal_phrases'
import { faultOfLine } from '#app/foundation/text_fault'
import type { Person } from '../use.js'
import { ERASED, type ListedRow } from './bulk_row.js'
import { prefixOf, quotedIn, type RowFault } from './row_fault.js'

type Row = Pick<ListedRow, 'fault' | 'faults' | 'people'>

/** What is wrong with a row, in the reader's language; in English where its codes are not known, as those of an earlier release. */
export function faultSentence(
  { fault, faults, people }: Row,
  phrases: DashboardPhrasebook
): string | null {
  if (fault === null || phrases.language === 'en') return fault
  if (fault === ERASED) return phraseOf(phrases, 'row_fault.erased') ?? fault
  const said = (faults ?? []).map((one) => sentenceOf(one, people ?? [], phrases))
  const isKnown = said.length > 0 && said.every((sentence) => sentence !== null)
  return isKnown ? [...new Set(said)].join(' ') : fault
}

function sentenceOf(
  { about, code, values }: RowFault,
  people: readonly Person[],
  phrases: DashboardPhrasebook
): string | null {
  const [open, close] = ['„', '“']
  const person = about && 'role' in about ? people.find(({ role }) => role === about.role) : null
  const quoted = person && {
    email: quotedIn(person.email, open, close),
    language: quotedIn(person.language ?? '', open, close),
  }
  const said =
    code === 'row_fault.name'
      ? person && faultOfLine(person.name, LIMITS.name, phrases)
      : phraseOf(phrases, code, { ...quoted, ...values })
  return said ? `${prefixOf(about, open, close)}${said}` : null
}
