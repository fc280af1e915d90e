import type { HttpContext } from '@adonisjs/core/http'
import { framed } from '../framed_mail.js'
import { readPage } from '../page.js'
import { framedPage } from './framed_page.js'
import { partOf, preview, previewLanguage } from './previews.js'
import { sentBrand } from './sent_brand.js'

/** What the frame beside the form shows. Nothing of it is saved. */
export default class PreviewsController {
  /** GET /settings/brand/preview?part=&previewLanguage= : as it is now. */
  async show(ctx: HttpContext) {
    await readPage(ctx)
    const brand = ctx.profile.brand.snapshot
    const { part: asked, previewLanguage: language } = ctx.request.qs()
    const part = partOf(asked)
    return send(ctx, part, await preview(ctx, part, brand, previewLanguage(language, brand)))
  }

  /** POST /settings/brand/preview: as it would be with what stands in the form. */
  async store(ctx: HttpContext) {
    await readPage(ctx)
    const form = await sentBrand(ctx)
    const { part: asked, previewLanguage: language } = ctx.request.body()
    const part = partOf(asked)
    const brand = ctx.profile.brand.with(form.takeable)
    return send(ctx, part, await preview(ctx, part, brand, previewLanguage(language, brand)))
  }
}

/** A mail has its style in its elements; a page has it in files of ours. */
function send(ctx: HttpContext, part: string, html: string): void {
  if (part === 'mail') framed(ctx, html)
  else framedPage(ctx, html)
}
