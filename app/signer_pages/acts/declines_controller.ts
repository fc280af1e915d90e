import type { HttpContext } from '@adonisjs/core/http'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { isPlain, isVisible } from '#app/foundation/printable_text'
import { linkPage, sendPage } from '../signing_page/link_page.js'
import { stepsOf } from '../access/signer_steps.js'
import { signingPath } from '../access/signer_guard.js'

const MAX_REASON = 1_000

export default class DeclinesController {
  /** GET /sign/:token/decline */
  async create(ctx: HttpContext) {
    const { signing } = ctx
    return signing.gate === 'open' ? form(ctx) : sendPage(ctx, await linkPage(ctx))
  }

  /** POST /sign/:token/decline */
  async store(ctx: HttpContext) {
    const { request, response, signing } = ctx
    signing.assertOpen()
    const reason = reasonOf(request.body())
    const error = faultOf(reason, ctx.phrases)
    if (error) return form(ctx, { reason, error })

    await stepsOf(ctx).decline(reason)
    response.redirect(signingPath(ctx), false, 303)
  }
}

function form(ctx: HttpContext, refused?: { reason: string; error: string }) {
  const document = { title: ctx.signing.document.title }
  const page = { view: 'signer_pages/decline', state: { document, ...refused } }
  return sendPage(ctx, page, refused ? 422 : 200)
}

/** Forms send a line break as two characters; people count one. */
function reasonOf({ reason }: Record<string, unknown>): string {
  return typeof reason === 'string' ? reason.replaceAll('\r\n', '\n').trim() : ''
}

function faultOf(reason: string, { t }: Phrasebook): string | null {
  if (reason.length > MAX_REASON) return t('faults.too_long', { max: MAX_REASON })
  if (!isPlain(reason)) return t('faults.not_plain')
  return isVisible(reason) ? null : t('faults.no_reason')
}
