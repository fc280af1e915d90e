import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { flashOutcome } from '../flash_outcome.js'
import { faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { submissionOf } from '../submission_of.js'
import { visibleDocument } from './visible_document.js'

const MAX_REASON = 1_000

export default class VoidsController {
  /** GET /documents/:id/void */
  async create(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    return form(ctx, document)
  }

  /** POST /documents/:id/void */
  async store(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const phrases = phrasesOf(ctx)
    const reason = typedText(ctx.request.body().reason)
    const error = reason
      ? faultOfText(reason, MAX_REASON, phrases)
      : phrases.t('documents.no_reason')
    if (error) return form(ctx, document, { reason, error })
    const outcome = {
      back: `${ctx.dashboard.base}/documents/${document.id}`,
      done: phrases.t('documents.now_voided'),
      state: 'voided',
    }
    return flashOutcome(ctx, outcome, () =>
      submissionOf(ctx).change(document.id, () =>
        document.void({ reason, by: ctx.dashboard.actor(ctx) })
      )
    )
  }
}

function form(
  ctx: HttpContext,
  { id, title }: Document,
  refused?: { reason: string; error: string }
) {
  const state = { document: { id, title }, reason: '', error: null, ...refused }
  return showPage(ctx, 'dashboard/documents/void', state, refused ? 422 : 200)
}
