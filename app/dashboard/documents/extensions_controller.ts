import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import ExtensionTooShort from '#app/documents/errors/extension_too_short'
import { DEFAULT_EXPIRES_IN_DAYS, LIMITS } from '#app/documents/limits'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isRefusal, type Refusal } from '#app/foundation/refusal'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { isOfPlan } from '../plan_refusal.js'
import { submissionOf } from '../submission_of.js'
import { visibleDocument } from './visible_document.js'

interface Typed {
  days: string
  error: string | null
  /** The plan refuses it: another one would help. */
  isOfPlan?: boolean
}

export default class ExtensionsController {
  /** GET /documents/:id/extension */
  async create(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    if (!document.isVoidable) throw new NothingHere()
    return form(ctx, document, { days: String(DEFAULT_EXPIRES_IN_DAYS), error: null })
  }

  /** POST /documents/:id/extension */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const { document } = await visibleDocument(ctx)
    const days = typedText(ctx.request.body().days)
    const isNumber = /^\d{1,3}$/.test(days) && Number(days) >= 1
    if (!isNumber || Number(days) > LIMITS.expiresInDays) {
      const error = phrasesOf(ctx).t('documents.days_range', { max: LIMITS.expiresInDays })
      return form(ctx, document, { days, error })
    }
    try {
      await submissionOf(ctx).change(document.id, () =>
        document.extend(Number(days), dashboard.actor(ctx))
      )
      flash(ctx, 'success', phrasesOf(ctx).t('documents.extended'))
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      if (error.kind !== 'conflict')
        return form(ctx, document, refused(days, error, phrasesOf(ctx)))
      flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error)) // it has ended meanwhile
    }
    ctx.response.redirect(`${dashboard.base}/documents/${document.id}`, false, 303)
  }
}

function refused(days: string, error: Refusal, phrases: DashboardPhrasebook): Typed {
  const isShort = error instanceof ExtensionTooShort
  const words = isShort ? phrases.t('documents.extension_short') : refusalIn(phrases, error)
  return { days, error: words, isOfPlan: isOfPlan(error) }
}

function form(ctx: HttpContext, { id, title, expiresAt }: Document, typed: Typed): Promise<void> {
  const state = { document: { id, title, expiresAt }, isOfPlan: false, ...typed }
  return showPage(ctx, 'dashboard/documents/extension', state, typed.error ? 422 : 200)
}
