import type { HttpContext } from '@adonisjs/core/http'
import { FirstSteps } from '#app/identity/users/first_steps'

export default class FirstStepsController {
  /** POST /home/first-steps: put away, or shown again. */
  async update(ctx: HttpContext) {
    const { user } = ctx.dashboard
    if (ctx.request.input('show') === 'yes') await FirstSteps.show(user)
    else await FirstSteps.hide(user)
    ctx.response.redirect('/home', false, 303)
  }
}
