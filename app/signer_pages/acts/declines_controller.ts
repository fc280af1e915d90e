import type { HttpContext } from '@adonisjs/core/http'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { isPlain, isVisible } from '#app/foundation/printable_text'
import { linkPage, sendPage } from '../signing_page/link_page.js'
import { stepsOf } from '../access/signer_steps.js'
import { signingPath } from '../access/signer_guard.js'
import { DeclineForm } from './decline_form.js'

const MAX_REASON = 1_000

export default class DeclinesController {
  /** GET /sign/:token/decline */
  async create(ctx: HttpContext) {
    return sendPage(ctx, DeclineForm.isOffered(ctx) ? DeclineForm.page(ctx) : await linkPage(ctx))
  }

  /** POST /sign/:token/decline */
  async store(ctx: HttpContext) {
    const { request, response, signing } = ctx
    signing.assertOpen()
    const reason = DeclineForm.read(request.body())
    const error = faultOf(reason, ctx.phrases)
    if (error) return sendPage(ctx, DeclineForm.page(ctx, reason, error), 422)

    await stepsOf(ctx).decline(reason)
    response.redirect(signingPath(ctx), false, 303)
  }
}

function faultOf(reason: string, { t }: Phrasebook): string | null {
  if (reason.length > MAX_REASON) return t('faults.too_long', { max: MAX_REASON })
  if (!isPlain(reason)) return t('faults.not_plain')
  return isVisible(reason) ? null : t('faults.no_reason')
}
