import type { HttpContext } from '@adonisjs/core/http'
import { showInFrameOf } from '#app/front_door/pages/framed_page'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { Profile } from '#app/brand/profile'
import { EmbedLink, type EmbedPlace } from '#app/signing/embedding/embed_link'
import { speakTo } from '../signing_page/spoken_language.js'

/**
 * A page in a frame that leads nowhere any more: its time is over, or its signer has another link by now. The page around it can ask for another.
 *
 * @returns whether this is one, and so answered; null where it is none
 */
export async function sendOverPage(ctx: HttpContext): Promise<true | null> {
  const { token } = ctx.params
  if (EmbedLink.sessionEnvironment(token) === null) return null
  const place = await EmbedLink.place(token)
  if (!place) return null
  showInFrameOf(ctx, place.origin)
  await sendOverInFrame(ctx, place)
  return true
}

export async function sendOverInFrame(ctx: HttpContext, place: EmbedPlace): Promise<void> {
  const { brand } = await Profile.current()
  const frame = { about: 'signing', state: 'expired', ...place }
  ctx.view.share({ brand: pageTheme(brand.snapshot), frame })
  speakTo(ctx, brand.snapshot, null)
  const page = await ctx.view.render('signer_pages/embed_over')
  ctx.response.status(410).type('text/html').send(page)
}
