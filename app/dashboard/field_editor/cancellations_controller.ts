import type { HttpContext } from '@adonisjs/core/http'
import { EditorLink } from '#app/signing/embedding/editor_link'
import { sendOutcome } from './editor_outcome.js'

export default class CancellationsController {
  /** POST /field-editor/:token/cancel: ends the editor; what was saved before stays. */
  async store(ctx: HttpContext) {
    const { session } = ctx.fieldEditor
    await EditorLink.end(session)
    return sendOutcome(ctx, 'cancelled', session)
  }
}
