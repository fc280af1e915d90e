import type { HttpContext } from '@adonisjs/core/http'
import { nextPath } from '../sessions/next_path.js'
import { askAgain, confirm } from './confirmation.js'

const HOME = '/account'

export default class ConfirmationsController {
  /** GET /account/confirm?next= */
  async create(ctx: HttpContext) {
    const next = nextPath(ctx.request.qs().next) ?? HOME
    if (ctx.dashboard.session.isFresh) return ctx.response.redirect(next, false, 303)
    return askAgain(ctx, { next })
  }

  /** POST /account/confirm: then on to the page that asked for it. */
  async store(ctx: HttpContext) {
    const { next: wanted, confirmPassword, confirmCode } = ctx.request.body()
    const next = nextPath(wanted) ?? HOME
    const fault = await confirm(ctx, { password: confirmPassword, code: confirmCode })
    if (fault) return askAgain(ctx, { next, ...fault })
    ctx.response.redirect(next, false, 303)
  }
}
