import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { OwnAccount } from '#app/identity/users/own_account'
import { phrasesOf } from '../language.js'

export default class SessionEndsController {
  /** POST /account/sessions/end: one browser, or all but this one. */
  async store(ctx: HttpContext) {
    const { session, user } = ctx.dashboard
    const wanted: unknown = ctx.request.body().session
    const which = wanted === 'others' ? { but: session } : String(wanted ?? '')
    const count = await new OwnAccount(user, ctx.dashboard.actor(ctx)).endSessions(which)
    if (count > 0) flash(ctx, 'success', phrasesOf(ctx).t('own_account.sessions_ended', { count }))
    ctx.response.redirect('/account', false, 303)
  }
}
