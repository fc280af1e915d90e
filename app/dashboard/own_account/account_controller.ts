import type { HttpContext } from '@adonisjs/core/http'
import { roleLabel } from '#app/identity/access/role'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { readPage, showPage } from '../page.js'

export default class AccountController {
  /** GET /account: of the person who is logged in. */
  async show(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const [[factor]] = await readPage(ctx, SecondFactor.state(user.id))
    const { name, email, role } = user
    await showPage(ctx, 'dashboard/own_account/show', {
      self: { name, email, roleLabel: roleLabel(role), hasPassword: user.passwordHash !== null },
      factor,
    })
  }
}
