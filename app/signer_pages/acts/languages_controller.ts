import type { HttpContext } from '@adonisjs/core/http'
import { offeredLanguages } from '#app/brand/brand_languages'
import { linkPage, sendPage } from '../signing_page/link_page.js'
import { stepsOf } from '../access/signer_steps.js'
import { signingPath, speakToSigner } from '../access/signer_guard.js'
import { pageBehind } from '../signing_page/pages_behind.js'
import { typedPage } from '../signing_page/typed_page.js'

export default class LanguagesController {
  /** GET /sign/:token/language: somebody reloads what the form has led to. */
  async show(ctx: HttpContext) {
    ctx.response.redirect(signingPath(ctx), false, 303)
  }

  /** POST /sign/:token/language: also of what can no longer be signed. Mails follow it from now on. What was typed into a form comes along. */
  async store(ctx: HttpContext) {
    const { request, response, signing } = ctx
    const { document } = signing
    const body = request.body()
    const { language, page } = body
    const chosen = offeredLanguages(document.brand).find((one) => one === language)
    if (!chosen) return sendPage(ctx, await linkPage(ctx), 422)
    await stepsOf(ctx).choose(chosen)
    const typed = typedPage(ctx, body)
    if (!typed) return response.redirect(signingPath(ctx) + pageBehind(page), false, 303)
    speakToSigner(ctx, chosen, page as string)
    return sendPage(ctx, typed)
  }
}
