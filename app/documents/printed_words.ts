import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { charactersWithoutGlyph } from '#app/sealing/type/coverage'
import type { DraftInput } from './drafts/draft_input.js'

const MOST_NAMED = 5

/** What certificate and pages of the sealed PDF print of a draft, and could not. */
export function printFaults({
  title,
  signers,
}: Pick<DraftInput, 'title' | 'signers'>): InputFault[] {
  return [
    ...faultsOfPrinted(['title'], title),
    ...signers.flatMap(({ name }, index) => faultsOfPrinted(['signers', index, 'name'], name)),
  ]
}

/** None, or the one that names the characters for which we have no font. */
export function faultsOfPrinted(path: InputPath, text: string): InputFault[] {
  const missing = charactersWithoutGlyph(text)
  if (missing.length === 0) return []
  const named = missing.slice(0, MOST_NAMED).join(' ')
  const message = `The sealed PDF cannot show ${named}: use other characters`
  return [{ path, code: 'no_glyph', message }]
}
