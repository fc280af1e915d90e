import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import ExtensionTooShort from '#app/documents/errors/extension_too_short'
import { DEFAULT_EXPIRES_IN_DAYS, LIMITS } from '#app/documents/limits'
import { isRefusal } from '#app/foundation/refusal'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
import NothingHere from '../errors/nothing_here.js'
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
      const error = `Give a number of days from 1 to ${LIMITS.expiresInDays}.`
      return form(ctx, document, { days, error })
    }
    try {
      await submissionOf(ctx).change(document.id, () =>
        document.extend(Number(days), dashboard.actor(ctx))
      )
      flash(ctx, 'success', 'The signers have more time.')
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      if (error.kind !== 'conflict') return form(ctx, document, refused(days, error))
      flash(ctx, 'danger', sentence(error.message)) // it has ended meanwhile
    }
    ctx.response.redirect(`${dashboard.base}/documents/${document.id}`, false, 303)
  }
}

function refused(days: string, error: Error & { code: string }): Typed {
  const isShort = error instanceof ExtensionTooShort
  const words = isShort ? 'It stays open longer than that anyway. Give more days.' : error.message
  return { days, error: sentence(words), isOfPlan: isOfPlan(error) }
}

function form(ctx: HttpContext, { id, title, expiresAt }: Document, typed: Typed): Promise<void> {
  const state = { document: { id, title, expiresAt }, isOfPlan: false, ...typed }
  return showPage(ctx, 'dashboard/documents/extension', state, typed.error ? 422 : 200)
}
