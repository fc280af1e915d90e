import type { Actor } from '#app/audit/actor'
import Document from '#app/documents/document'
import { answerName } from '#app/documents/evidence/kept_questions'
import SignerNotAwaited from '#app/documents/errors/signer_not_awaited'
import { Vault } from '#app/documents/files/vault'
import type { Identity } from '#app/documents/signers/delegations'
import type Signer from '#app/documents/signers/signer'
import { signerSummary } from '#app/documents/signers/signer_summary'
import { canonicalJson } from '#app/foundation/canonical_json'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import QuestionAnswered from '../errors/question_answered.js'
import { questionsOf, type Content, type Question } from './question.js'

/** In characters. */
export const LONGEST_ANSWER = 2_000

interface Given {
  text: string
  /** Who answers, as signers are told. */
  author: Identity
  by: Actor
}

const ANSWER = 'update signer_questions set answer = $2, answered_at = $3 where id = $1'

/** Whether an answer still reaches the person who asked, at a link by which they can act. */
export function isAnswerable(document: Document, signer: Signer, { content }: Question): boolean {
  const isTheirs = isOf(signer, content)
  return document.isVoidable && !document.isPastExpiry && signer.isAwaited && isTheirs
}

/** What a signer has written themselves, with the answers: nothing of somebody who was to sign before them, or may have been. */
export async function ownQuestions(document: Document, signer: Signer): Promise<Question[]> {
  const all = await questionsOf(document)
  return all.filter(({ signerId, content }) => signerId === signer.id && isOf(signer, content))
}

/**
 * The sender answers a signer who asked. The trail tells who answered whom and commits to what they wrote; the signer reads it on their
 * page and, unless they sign in person, in a mail. The same text again is the same answer.
 *
 * @throws QuestionAnswered, SignerNotAwaited
 */
export async function answer(
  documentId: string,
  questionId: string,
  { text, author, by }: Given
): Promise<void> {
  await Document.change(
    documentId,
    async (change) => {
      const { document } = change
      const question = (await questionsOf(document)).find(({ id }) => id === questionId)
      if (question?.answer?.content?.text === text) return
      if (question?.answer) throw new QuestionAnswered()
      const signer = document.signers.find(({ id }) => id === question?.signerId)
      if (!question || !signer || !isAnswerable(document, signer, question))
        throw new SignerNotAwaited(document)
      const vault = await Vault.open(document)
      const name = answerName(questionId)
      const said = canonicalJson({ by: author, text } satisfies Content)
      const values = [questionId, vault.sealValue(name, said), tenantClock.now()]
      change.write({ text: ANSWER, values })
      change.log({
        action: 'question.answered',
        actor: by,
        details: { questionId, signerId: signer.id, commitment: vault.commitmentTo(name, said) },
      })
      const { kind } = question
      change.emit('signer.answered', {
        ...signerSummary(signer),
        question: { id: questionId, kind },
      })
      if (signer.hasLink) change.signal('question.answered', questionId)
    },
    { withFields: false }
  )
}

function isOf(signer: Signer, content: Content | null): boolean {
  return signer.email.toLowerCase() === content?.by.email.toLowerCase()
}
