import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { isRefusal } from '#app/foundation/refusal'
import { faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import QuestionAnswered from '#app/signing/errors/question_answered'
import { answer, isAnswerable, LONGEST_ANSWER } from '#app/signing/questions/answer'
import {
  questionsBeside,
  questionsOf,
  QUESTIONS,
  type Content,
  type Question,
} from '#app/signing/questions/question'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { visibleDocumentWith } from './visible_document.js'

interface Found {
  document: Document
  question: Question & { content: Content }
}

export default class AnswersController {
  /** GET /documents/:id/questions/:question/answer */
  async create(ctx: HttpContext) {
    const { document, question } = await found(ctx)
    const signer = document.signers.find(({ id }) => id === question.signerId)
    const isOpen = signer && isAnswerable(document, signer, question)
    if (!isOpen && !question.answer) throw new NothingHere()
    return form(ctx, { document, question })
  }

  /** POST /documents/:id/questions/:question/answer */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const { document, question } = await found(ctx)
    const phrases = phrasesOf(ctx)
    const text = typedText(ctx.request.body().answer)
    const error = text
      ? faultOfText(text, LONGEST_ANSWER, phrases)
      : phrases.t('documents.no_answer')
    if (error) return form(ctx, { document, question }, { text, error })
    const { name, email } = dashboard.user
    const given = { text, author: { name, email }, by: dashboard.actor(ctx) }
    try {
      await submissionOf(ctx).change(document.id, () => answer(document.id, question.id, given))
      flash(ctx, 'success', phrases.t('documents.answered', { name: question.content.by.name }))
    } catch (refusal) {
      if (!isRefusal(refusal) || refusal.kind === 'absent') throw refusal
      const words = refusalIn(phrases, refusal)
      if (refusal instanceof QuestionAnswered) {
        const now = (await questionsOf(document)).find(({ id }) => id === question.id)
        const answered = { ...question, answer: now?.answer ?? null }
        return form(ctx, { document, question: answered }, { text, error: words }, 409)
      }
      flash(ctx, 'danger', words) // nobody can sign it any more
    }
    ctx.response.redirect(`${dashboard.base}/documents/${document.id}`, false, 303)
  }
}

/** @throws NothingHere for what nobody has asked about this document, or cannot be read */
async function found(ctx: HttpContext): Promise<Found> {
  const { document } = await visibleDocumentWith(ctx, () => [], { questions: QUESTIONS })
  const questions = await questionsBeside(document)
  const question = questions.find(({ id }) => id === ctx.params.question)
  if (!question?.content) throw new NothingHere()
  return { document, question: { ...question, content: question.content } }
}

function form(
  ctx: HttpContext,
  { document: { id, title }, question }: Found,
  refused?: { text: string; error: string },
  status = refused ? 422 : 200
) {
  const typed = { text: '', error: null, ...refused }
  const state = { document: { id, title }, question, ...typed, longest: LONGEST_ANSWER }
  return showPage(ctx, 'dashboard/documents/answer', state, status)
}
