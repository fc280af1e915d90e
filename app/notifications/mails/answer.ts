import type Signer from '#app/documents/signers/signer'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { spokenOf } from '#app/documents/signers/role_phrases'
import { questionsOf } from '#app/signing/questions/question'
import type { Correspondence } from '../correspondence.js'
import { signerLink } from '../links.js'
import { answerId } from '../message_id.js'
import { bodyLine } from '../messages/subject.js'
import { fact, type Words } from '../messages/words.js'
import type { Enclosed } from '../messages/enclosed.js'

/** Of what they had written, so that they know what is answered. */
const MOST_QUOTED = 200

/** @throws when the answer was erased meanwhile, or cannot be read */
export async function answerForSigner(
  { document, profile }: Correspondence,
  signer: Signer,
  phrases: Phrasebook,
  { messageId }: Enclosed
): Promise<Words> {
  const questions = await questionsOf(document)
  const question = questions.find(({ id }) => answerId(id) === messageId)
  if (!question?.content || !question.answer?.content)
    throw new RangeError('There is no answer to send')
  const t = spokenOf(signer.role, phrases.t)
  const { by, text } = question.answer.content
  const url = await signerLink(signer, profile.entitlements)
  return {
    heading: t('mails.answered', { name: by.name }),
    preview: t('mails.answered_text'),
    paragraphs: [t('mails.answered_text')],
    quote: { by: by.name, text },
    facts: fact(t('ask.message'), beginningOf(question.content.text)),
    action: { label: t('mails.review'), url },
    note: t('mails.yours_alone'),
    reportUrl: `${url}/report`,
  }
}

function beginningOf(text: string): string {
  const line = bodyLine(text)
  return line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED).toWellFormed()}…` : line
}
