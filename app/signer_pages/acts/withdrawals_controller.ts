import type { HttpContext } from '@adonisjs/core/http'
import { stepsOf } from '../access/signer_steps.js'
import { signingPath } from '../access/signer_guard.js'
import { linkPage, sendPage } from '../signing_page/link_page.js'

export default class WithdrawalsController {
  /** GET /sign/:token/withdraw */
  async create(ctx: HttpContext) {
    const { gate, hasConsented, document } = ctx.signing
    if (gate !== 'open' || !hasConsented) return sendPage(ctx, await linkPage(ctx))
    const state = { document: { title: document.title } }
    return sendPage(ctx, { view: 'signer_pages/withdraw', state })
  }

  /** POST /sign/:token/withdraw: back to the page that asks for it. */
  async store(ctx: HttpContext) {
    ctx.signing.assertOpen()
    await stepsOf(ctx).withdraw()
    ctx.response.redirect(signingPath(ctx), false, 303)
  }
}
