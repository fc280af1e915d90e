import type { HttpContext } from '@adonisjs/core/http'
import { SessionCookie } from '#app/front_door/session_cookie'
import { clientInfo } from '#app/front_door/client_info'
import { openSupportSession } from '#app/identity/sessions/session_opening'
import { SupportSession } from '#app/identity/sessions/support_session'
import { readPage, showWholePage } from '../page.js'
import { currentSession } from '../signed_in.js'

export default class SupportEntriesController {
  /** GET /support/:code: the way from the operators' console. The code was for this tenant alone, and for once. */
  async show(ctx: HttpContext) {
    const client = clientInfo(ctx.request)
    const support = await SupportSession.redeem(String(ctx.params.code), client)
    if (!support) {
      await readPage(ctx)
      return showWholePage(ctx, 'dashboard/security/support_entry_refused', {}, 404)
    }
    const replacing = await currentSession(ctx)
    SessionCookie.write(ctx, await openSupportSession(support, { ...client, replacing }))
    ctx.response.redirect('/documents', false, 303)
  }
}
