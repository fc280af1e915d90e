import type { HttpContext } from '@adonisjs/core/http'
import { typedText } from '#app/front_door/bodies/typed_text'
import { enterCode } from '#app/signing/access/code_entry'
import type { CodeOutcome } from '#app/signing/access/entered_code'
import { signerClient } from '../access/signer_steps.js'
import { signingPath } from '../access/signer_guard.js'
import { sendPage } from '../signing_page/link_page.js'
import { keptAccessBrowser } from './access_browser.js'
import { accessPage } from './access_page.js'

const STATUS: Record<Exclude<CodeOutcome, 'right'>, number> = {
  wrong: 422,
  stale: 422,
  paused: 429,
  locked_out: 403,
}

export default class AccessCodesController {
  /** GET /sign/:token/code: somebody reloads what the form has led to. */
  async show(ctx: HttpContext) {
    ctx.response.redirect(signingPath(ctx), false, 303)
  }

  /** POST /sign/:token/code */
  async store(ctx: HttpContext) {
    const { request, response, signing, isLetIn } = ctx
    const code = typedText(request.body().code)
    const client = signerClient(ctx)
    const outcome = isLetIn
      ? 'right'
      : await enterCode(signing, { code, client, browser: keptAccessBrowser(ctx) })
    if (outcome === 'right') return response.redirect(signingPath(ctx), false, 303)
    return sendPage(ctx, await accessPage(ctx, outcome), STATUS[outcome])
  }
}
