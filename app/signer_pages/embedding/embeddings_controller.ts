import type { HttpContext } from '@adonisjs/core/http'
import { showInFrameOf } from '#app/front_door/pages/framed_page'
import { EmbedLink } from '#app/signing/embedding/embed_link'
import { inScopeOf } from '#app/front_door/link_scope'
import { unknownLink } from '../access/unknown_link.js'
import { sendOverInFrame } from './over_in_frame.js'

export default class EmbeddingsController {
  /** GET /embed/:token: once; the frame goes on at a signing page of its own. */
  async show(ctx: HttpContext) {
    const { token } = ctx.params
    const found = await inScopeOf(ctx, EmbedLink.environment(token), async () => {
      const place = await EmbedLink.place(token)
      if (place === null) return null
      showInFrameOf(ctx, place.origin)
      const session = await EmbedLink.open(token)
      if (session === null) await sendOverInFrame(ctx, place)
      else ctx.response.redirect(`/sign/${session}`, false, 303)
      return place
    })
    if (!found) await unknownLink(ctx)
  }
}
