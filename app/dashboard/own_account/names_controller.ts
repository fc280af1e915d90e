import type { HttpContext } from '@adonisjs/core/http'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { OwnAccount } from '#app/identity/users/own_account'
import { showAccount } from './account_page.js'
import { phrasesOf } from '../language.js'

const MAX_NAME = 200

export default class NamesController {
  /** POST /account/name */
  async update(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const name = typedText(ctx.request.body().name)
    const error = name
      ? faultOfLine(name, MAX_NAME, phrasesOf(ctx))
      : phrasesOf(ctx).t('own_account.nameless')
    if (error) return showAccount(ctx, { name, errors: { name: error } }, 422)
    if (name !== user.name) await new OwnAccount(user, ctx.dashboard.actor(ctx)).rename(name)
    flash(ctx, 'success', phrasesOf(ctx).t('own_account.name_saved'))
    ctx.response.redirect('/account', false, 303)
  }
}
