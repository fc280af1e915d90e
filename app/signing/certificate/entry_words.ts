import type { DocumentAction } from '#app/audit/audit_action'
import type { VerifiedEntry } from '#app/audit/verified_trail'
import type { Phrasebook, PhraseKey } from '#app/foundation/phrases/phrasebook'

type Underscored<Action extends string> = Action extends `${infer Noun}.${infer Verb}`
  ? `${Noun}_${Verb}`
  : never

/** What happened, in words. */
export function entryWords({ action }: Pick<VerifiedEntry, 'action'>, book: Phrasebook): string {
  const key = phraseOf(action as DocumentAction)
  return book.has(key) ? book.t(key) : sentenceCase(action)
}

function phraseOf(action: DocumentAction): PhraseKey {
  return `trail_events.${action.replace('.', '_') as Underscored<DocumentAction>}`
}

/** Of what no release knows any more: “link.sent_twice” → “Link sent twice” */
function sentenceCase(code: string): string {
  const words = code.replace(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
