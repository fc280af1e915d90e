import type { HttpContext } from '@adonisjs/core/http'
import { inScopeOf } from '#app/front_door/link_scope'
import { showInFrameOf } from '#app/front_door/pages/framed_page'
import { EditorLink } from '#app/signing/embedding/editor_link'
import NothingHere from '../errors/nothing_here.js'
import { sendOutcome } from './editor_outcome.js'

export default class EditorOpeningsController {
  /** GET /embed-editor/:token: once; the frame goes on at an editor of its own. @throws NothingHere */
  async show(ctx: HttpContext) {
    const { token } = ctx.params
    const found = await inScopeOf(ctx, EditorLink.environment(token), async () => {
      const link = await EditorLink.find(token)
      if (!link) return null
      showInFrameOf(ctx, link.origin)
      const session = await EditorLink.open(token)
      if (session === null) await sendOutcome(ctx, 'spent', link)
      else ctx.response.redirect(`/field-editor/${session}`, false, 303)
      return link
    })
    if (!found) throw new NothingHere()
  }
}
