import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { flash } from '#app/front_door/pages/flash'
import { SessionCookie } from '#app/front_door/session_cookie'
import { confirmations } from '#app/identity/second_factor/code_attempts'
import { faultOfPassword, guessableOf, MAX_PASSWORD } from '#app/identity/passwords/password_rules'
import { OwnAccount } from '#app/identity/users/own_account'
import { showAccount } from './account_page.js'
import { phrasesOf } from '../language.js'

const TOO_OFTEN = 'common.too_often'

export default class PasswordsController {
  /** POST /account/password */
  async update(ctx: HttpContext) {
    const { session, user } = ctx.dashboard
    const { old, password, repeated } = ctx.request.body()
    const fault = faultOfPassword(password, repeated, guessableOf(user, ctx.tenant), phrasesOf(ctx))
    if (fault) return showAccount(ctx, { errors: { password: fault } }, 422)
    if (!(await confirmations.allow(user)))
      return showAccount(ctx, { errors: { old: phrasesOf(ctx).t(TOO_OFTEN) } }, 429)
    const given = new Secret(typeof old === 'string' && old.length <= MAX_PASSWORD ? old : '')
    const account = new OwnAccount(user, ctx.dashboard.actor(ctx))
    const passwords = { old: given, password: new Secret(String(password)) }
    if (!(await account.changePassword(session, passwords)))
      return showAccount(
        ctx,
        { errors: { old: phrasesOf(ctx).t('own_account.wrong_password') } },
        422
      )
    await confirmations.forgive(user)
    const token = await session.prove()
    if (token) SessionCookie.write(ctx, token)
    flash(ctx, 'success', phrasesOf(ctx).t('own_account.password_changed'))
    ctx.response.redirect('/account', false, 303)
  }
}
