import type { HttpContext } from '@adonisjs/core/http'
import { stepsOf } from '../access/signer_steps.js'

/** What the page's script says while a person has it open. */
export default class PresenceController {
  /** POST /sign/:token/opened */
  async opened(ctx: HttpContext) {
    if (!ctx.signing.signer.openedAt) await stepsOf(ctx).open(ctx.phrases.language)
    ctx.response.noContent()
  }

  /** POST /sign/:token/viewed: the first page of the document shows. */
  async viewed(ctx: HttpContext) {
    if (!ctx.signing.signer.viewedAt) await stepsOf(ctx).view()
    ctx.response.noContent()
  }

  /** POST /sign/:token/heartbeat */
  async heartbeat(ctx: HttpContext) {
    ctx.signing.assertMaySign()
    await stepsOf(ctx).heartbeat()
    ctx.response.noContent()
  }
}
