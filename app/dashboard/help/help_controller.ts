import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { supportWords } from '../usage/plan_words.js'

export default class HelpController {
  /** GET /help?request=req_…: how to reach support, with the request at hand that went wrong. */
  async show(ctx: HttpContext) {
    await readPage(ctx)
    const { entitlements, brand } = ctx.profile
    const asked: unknown = ctx.request.qs().request
    const requestId = isIdentifier('req', asked) ? asked : ctx.request.id()
    const subject = phrasesOf(ctx).t('help.subject', { account: entitlements.name })
    const body = `\n\n\nAccount: ${entitlements.slug}\nRequest: ${requestId}\n`
    const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
    return showPage(ctx, 'dashboard/help/show', {
      requestId,
      supportEmail: brand.supportEmail,
      mailto: brand.supportEmail && `mailto:${brand.supportEmail}?${query}`,
      planName: entitlements.planName,
      words: supportWords(entitlements.values, phrasesOf(ctx)),
    })
  }
}
