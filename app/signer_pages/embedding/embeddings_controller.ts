import type { HttpContext } from '@adonisjs/core/http'
import { showInFrameOf } from '#app/front_door/pages/framed_page'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { Profile } from '#app/brand/profile'
import { EmbedLink } from '#app/signing/embedding/embed_link'
import { inScopeOf } from '#app/front_door/link_scope'
import { unknownLink } from '../access/unknown_link.js'
import { speakTo } from '../signing_page/spoken_language.js'

export default class EmbeddingsController {
  /** GET /embed/:token: once; the frame goes on at a signing page of its own. */
  async show(ctx: HttpContext) {
    const { token } = ctx.params
    const found = await inScopeOf(ctx, EmbedLink.environment(token), async () => {
      const origin = await EmbedLink.originOf(token)
      if (origin === null) return null
      showInFrameOf(ctx, origin)
      const session = await EmbedLink.open(token)
      if (session === null) await sayItIsOver(ctx)
      else ctx.response.redirect(`/sign/${session}`, false, 303)
      return origin
    })
    if (!found) await unknownLink(ctx)
  }
}

async function sayItIsOver(ctx: HttpContext): Promise<void> {
  const { brand } = await Profile.current()
  ctx.view.share({ brand: pageTheme(brand.snapshot) })
  speakTo(ctx, brand.snapshot, null)
  const page = await ctx.view.render('signer_pages/embed_over')
  ctx.response.status(410).type('text/html').send(page)
}
