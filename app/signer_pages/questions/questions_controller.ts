import type { HttpContext } from '@adonisjs/core/http'
import { typedText } from '#app/front_door/bodies/typed_text'
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

interface Values {
  kind: string
  message: string
}

export default class QuestionsController {
  /** GET /sign/:token/ask */
  async create(ctx: HttpContext) {
    const { signing } = ctx
    return signing.gate === 'open'
      ? form(ctx, { kind: '', message: '' })
      : sendPage(ctx, await linkPage(ctx))
  }

  /** POST /sign/:token/ask */
  async store(ctx: HttpContext) {
    const { request, signing, phrases } = ctx
    signing.assertOpen()
    const { kind, message } = request.body()
    const values = { kind: typedText(kind), message: typedText(message) }
    const errors = faultsOf(values, phrases)
    if (Object.keys(errors).length > 0) return form(ctx, values, errors)
    try {
      await stepsOf(ctx).ask(values.kind as QuestionKind, values.message)
    } catch (error) {
      if (!(error instanceof TooManyQuestions)) throw error
      return form(ctx, values, { message: phrases.t('ask.too_many') }, 409)
    }
    const state = { email: signing.signer.email }
    return sendPage(ctx, { view: 'signer_pages/asked', state }, 200)
  }
}

function faultsOf({ kind, message }: Values, { t }: Phrasebook): Record<string, string> {
  const faults: Record<string, string> = {}
  if (!QUESTION_KINDS.some((one) => one === kind)) faults.kind = t('faults.no_topic')
  if (message.length > LONGEST_QUESTION)
    faults.message = t('faults.too_long', { max: LONGEST_QUESTION })
  else if (!isPlain(message)) faults.message = t('faults.not_plain')
  else if (!isVisible(message)) faults.message = t('faults.empty')
  return faults
}

function form(
  ctx: HttpContext,
  values: Values,
  errors: Record<string, string> = {},
  status = Object.keys(errors).length > 0 ? 422 : 200
) {
  const { email } = ctx.signing.signer
  const state = { values, errors, email, kinds: QUESTION_KINDS, longest: LONGEST_QUESTION }
  return sendPage(ctx, { view: 'signer_pages/ask', state }, status)
}
