import type { HttpContext } from '@adonisjs/core/http'
import { requestCode, type RequestOutcome } from '#app/signing/access/code_request'
import { signerClient } from '../access/signer_steps.js'
import { signingPath } from '../access/signer_guard.js'
import { sendPage } from '../signing_page/link_page.js'
import { keptAccessBrowser } from './access_browser.js'
import { accessPage } from './access_page.js'

const STATUS: Record<Exclude<RequestOutcome, 'sent'>, number> = {
  too_many: 429,
  used_up: 429,
  paused: 429,
  locked_out: 403,
  unsent: 409,
}

export default class CodeRequestsController {
  /** GET /sign/:token/code/send: somebody reloads what the form has led to. */
  async show(ctx: HttpContext) {
    ctx.response.redirect(signingPath(ctx), false, 303)
  }

  /** POST /sign/:token/code/send */
  async store(ctx: HttpContext) {
    const { response, signing, isLetIn } = ctx
    const client = signerClient(ctx)
    const outcome = isLetIn
      ? 'sent'
      : await requestCode(signing, { client, browser: keptAccessBrowser(ctx) })
    if (outcome === 'sent') return response.redirect(signingPath(ctx), false, 303)
    return sendPage(ctx, await accessPage(ctx, outcome), STATUS[outcome])
  }
}
