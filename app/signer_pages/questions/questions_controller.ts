import type { HttpContext } from '@adonisjs/core/http'
import { isPlain, isVisible } from '#app/foundation/printable_text'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import TooManyQuestions from '#app/signing/errors/too_many_questions'
import {
  LONGEST_QUESTION,
  QUESTION_KINDS,
  type QuestionKind,
} from '#app/signing/questions/question'
import { stepsOf } from '../access/signer_steps.js'
import { linkPage, sendPage } from '../signing_page/link_page.js'
import { QuestionForm, type TypedQuestion } from './question_form.js'

export default class QuestionsController {
  /** GET /sign/:token/ask */
  async create(ctx: HttpContext) {
    return sendPage(ctx, QuestionForm.isOffered(ctx) ? QuestionForm.page(ctx) : await linkPage(ctx))
  }

  /** POST /sign/:token/ask */
  async store(ctx: HttpContext) {
    const { request, signing, phrases } = ctx
    signing.assertOpen()
    const values = QuestionForm.read(request.body())
    const errors = faultsOf(values, phrases)
    if (Object.keys(errors).length > 0)
      return sendPage(ctx, QuestionForm.page(ctx, values, errors), 422)
    try {
      await stepsOf(ctx).ask(values.kind as QuestionKind, values.message)
    } catch (error) {
      if (!(error instanceof TooManyQuestions)) throw error
      const tooMany = { message: phrases.t('ask.too_many') }
      return sendPage(ctx, QuestionForm.page(ctx, values, tooMany), 409)
    }
    const state = { email: signing.signer.email }
    return sendPage(ctx, { view: 'signer_pages/asked', state }, 200)
  }
}

function faultsOf({ kind, message }: TypedQuestion, { t }: Phrasebook): Record<string, string> {
  const faults: Record<string, string> = {}
  if (!QUESTION_KINDS.some((one) => one === kind)) faults.kind = t('faults.no_topic')
  if (message.length > LONGEST_QUESTION)
    faults.message = t('faults.too_long', { max: LONGEST_QUESTION })
  else if (!isPlain(message)) faults.message = t('faults.not_plain')
  else if (!isVisible(message)) faults.message = t('faults.empty')
  return faults
}
