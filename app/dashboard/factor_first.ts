import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { flash } from '#app/front_door/pages/flash'
import { phrasesOf } from './language.js'

const WORDS = 'own_account.factor_first'

/** A route of everything but the way to a second factor: somebody who has to have one, and has none, sets it up before anything else. */
export function factorFirst(ctx: HttpContext, next: NextFn) {
  if (!ctx.dashboard.session.lacksFactor) return next()
  if (ctx.request.method() === 'POST') flash(ctx, 'warning', phrasesOf(ctx).t(WORDS))
  ctx.response.redirect('/account/second-factor', false, 303)
}
