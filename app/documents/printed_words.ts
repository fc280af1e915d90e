import { charactersWithoutGlyph } from '#app/sealing/type/coverage'
import type { DraftInput } from './drafts/draft_input.js'
import type { Fault } from './errors/draft_refused.js'

const MOST_NAMED = 5

/** What certificate and pages of the sealed PDF print of a draft, and could not. */
export function printFaults({ title, signers }: Pick<DraftInput, 'title' | 'signers'>): Fault[] {
  return [
    ...faultsOfPrinted('title', title),
    ...signers.flatMap(({ name }, index) => faultsOfPrinted(`signers[${index}].name`, name)),
  ]
}

/** None, or the one that names the characters for which we have no font. */
export function faultsOfPrinted(param: string, text: string): Fault[] {
  const missing = charactersWithoutGlyph(text)
  if (missing.length === 0) return []
  const named = missing.slice(0, MOST_NAMED).join(' ')
  const message = `The sealed PDF cannot show ${named}: use other characters`
  return [{ param, code: 'no_glyph', message }]
}
