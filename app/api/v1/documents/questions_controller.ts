import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { recordQuestionDisclosure } from '#app/documents/evidence/disclosure'
import DocumentErased from '#app/documents/errors/document_erased'
import QuestionNotFound from '#app/signing/errors/question_not_found'
import { answer as answerSigner } from '#app/signing/questions/answer'
import { questionsOf, type Content, type Question } from '#app/signing/questions/question'
import { answer, reply } from '../answer/answer.js'
import { change } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { questionId } from '../input/resource_id.js'
import { QUESTION_ANSWER, QUESTION_LIST } from '../schemas/question.js'
import { answerValidator } from '../validators/answer_validator.js'
import { actorOf, foundDocument } from './found_document.js'

export default class QuestionsController {
  /** GET /api/v1/documents/:id/questions: the few that a document can have, oldest first. */
  async index(ctx: HttpContext) {
    const document = await foundDocument(ctx)
    if (document.isErased) throw new DocumentErased()
    const questions = await questionsOf(document)
    if (questions.length > 0) await recordQuestionDisclosure(document.id, actorOf(ctx))
    const data = questions.map((question) => ({
      ...transformed(question),
      object: 'question' as const,
    }))
    return answer(ctx, QUESTION_LIST, { data, hasMore: false, nextCursor: null })
  }

  /** POST /api/v1/documents/:id/questions/:question/answer */
  async answer(ctx: HttpContext) {
    const { text, author } = bodyOf(ctx, answerValidator)
    return change(ctx, async () => {
      const document = await foundDocument(ctx)
      const { id } = await foundQuestion(document, questionId(ctx))
      await answerSigner(document.id, id, { text, author, by: actorOf(ctx) })
      return reply(ctx, QUESTION_ANSWER, transformed(await foundQuestion(document, id)))
    })
  }
}

/** @throws QuestionNotFound, also for one that cannot be read: nobody knows what would be answered */
async function foundQuestion(document: Document, id: string): Promise<Question> {
  const question = (await questionsOf(document)).find((one) => one.id === id)
  if (!question?.content) throw new QuestionNotFound()
  return question
}

function transformed({ id, signerId, kind, content, at, answer: given }: Question) {
  return {
    ...{ id, signerId, kind, ...written(content) },
    askedAt: at.toISOString(),
    answer: given && { ...written(given.content), answeredAt: given.at.toISOString() },
  }
}

function written(content: Content | null) {
  return content ?? { text: null, by: null }
}
