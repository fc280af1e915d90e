import { query } from '#app/tenancy/statement'
import type { RowOf } from '#app/tenancy/row'
import type { Vault } from '../files/vault.js'
import type { ProvenDocument } from './proven_document.js'

/** What a signer wrote to the sender, and the answer, as their row keeps them. */
export interface KeptQuestion extends RowOf<'signer_questions', 'id' | 'content'> {
  /** As PostgreSQL writes bytes into JSON; null without one, and in a schema of the release before. */
  answer: string | null
}

const OF_DOCUMENT = `select id, content, to_jsonb(q) ->> 'answer' as answer from signer_questions q where document_id = $1`

export function keptQuestions(documentId: string) {
  return query<KeptQuestion>(OF_DOCUMENT, [documentId])
}

/** By what name an answer is enveloped and committed to: a question is no answer to itself. */
export function answerName(questionId: string): string {
  return `${questionId}|answer`
}

/** The bytes of such an answer. */
export function answerBytes(answer: string): Buffer {
  return Buffer.from(answer.slice('\\x'.length), 'hex')
}

/** What is wrong with them by what the trail committed to. Only an answer that the trail tells of was given. */
export function questionFaults(
  { questions, answers }: ProvenDocument,
  kept: readonly KeptQuestion[],
  vault: Vault
): string[] {
  const byId = new Map(kept.map((one) => [one.id, one]))
  const changed = [...questions]
    .filter(([id, commitment]) => {
      const content = byId.get(id)?.content
      return !content || !vault.holds(id, content, commitment)
    })
    .map(([id]) => `the message ${id} is not the one that was written`)
  const answered = kept.filter(({ answer }) => answer !== null).map(({ id }) => id)
  const others = [...new Set([...answers.keys(), ...answered])]
    .filter((id) => {
      const [answer, commitment] = [byId.get(id)?.answer, answers.get(id)]
      return !answer || !commitment || !vault.holds(answerName(id), answerBytes(answer), commitment)
    })
    .map((id) => `the answer to ${id} is not the one that was given`)
  return [...changed, ...others]
}
