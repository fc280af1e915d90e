import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { flash } from '#app/front_door/pages/flash'
import { SessionCookie } from '#app/front_door/session_cookie'
import { confirmations } from '#app/identity/second_factor/code_attempts'
import { faultOfPassword, guessableOf, MAX_PASSWORD } from '#app/identity/passwords/password_rules'
import { OwnAccount } from '#app/identity/users/own_account'
import { showAccount } from './account_page.js'

const TOO_OFTEN = 'Too many attempts. Wait a quarter of an hour, then try again.'

export default class PasswordsController {
  /** POST /account/password */
  async update(ctx: HttpContext) {
    const { session, user } = ctx.dashboard
    const { old, password, repeated } = ctx.request.body()
    const fault = faultOfPassword(password, repeated, guessableOf(user, ctx.tenant))
    if (fault) return showAccount(ctx, { errors: { password: fault } }, 422)
    if (!(await confirmations.allow(user)))
      return showAccount(ctx, { errors: { old: TOO_OFTEN } }, 429)
    const given = new Secret(typeof old === 'string' && old.length <= MAX_PASSWORD ? old : '')
    const account = new OwnAccount(user, ctx.dashboard.actor(ctx))
    const passwords = { old: given, password: new Secret(String(password)) }
    if (!(await account.changePassword(session, passwords)))
      return showAccount(ctx, { errors: { old: 'This is not your password.' } }, 422)
    await confirmations.forgive(user)
    const token = await session.prove()
    if (token) SessionCookie.write(ctx, token)
    flash(ctx, 'success', 'Your password is changed. Every other browser is logged out.')
    ctx.response.redirect('/account', false, 303)
  }
}
