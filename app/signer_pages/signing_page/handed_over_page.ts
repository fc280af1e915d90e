import type { HttpContext } from '@adonisjs/core/http'
import { settledLanguage } from '#app/documents/signers/signer_language'
import { showInFrameOf } from '#app/front_door/pages/framed_page'
import { handedOverLink } from '#app/signing/links/handed_over_link'
import { signingTheme } from './signing_theme.js'
import { speakTo } from './spoken_language.js'

/**
 * What a link shows whose signer handed signing over: that they did, and to whom they said. Nothing of the document.
 *
 * @returns whether this is such a link, and so answered; null where it is none
 */
export async function sendHandedOver(ctx: HttpContext): Promise<true | null> {
  const { params, view, response } = ctx
  const found = await handedOverLink(params.token)
  if (!found) return null
  const { document, signerId, delegation, frameOrigin: origin } = found
  if (origin !== null) showInFrameOf(ctx, origin)
  const ids = { documentId: document.id, signerId }
  const frame = origin && { about: 'signing', origin, state: 'closed', ...ids }
  view.share({ ...signingTheme(ctx, document), base: null, frame })
  speakTo(ctx, document.brand, settledLanguage(document, delegation))
  const page = await view.render('signer_pages/handed_over', { name: delegation.to.name })
  response.status(410).type('text/html').send(page)
  return true
}
