import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { clientInfo } from '#app/front_door/client_info'
import { CODE_WINDOW_MS, userCodes } from '#app/identity/second_factor/code_attempts'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { Principal } from '#app/identity/access/principal'
import { enter, HOME } from './entrance.js'
import { HalfLogInCookie } from './half_log_in_cookie.js'
import { halfway, showSecondFactor, startAgain } from './halfway.js'
import { phrasesOf } from '../language.js'

const MAX_CODE = 40
const REFUSED = 'session.wrong_code'
const TOO_OFTEN = 'common.too_often'
const SPENT = 'session.recovery_code_spent'

export default class CodesController {
  /** GET /login/code */
  async create(ctx: HttpContext) {
    const half = await halfway(ctx)
    return half ? showSecondFactor(ctx, half) : startAgain(ctx)
  }

  /** POST /login/code: the second of two proofs. */
  async store(ctx: HttpContext) {
    const half = await halfway(ctx)
    if (!half) return startAgain(ctx)
    const { user, next } = half
    if (!(await userCodes.allow(user))) {
      ctx.response.header('Retry-After', CODE_WINDOW_MS / 1000)
      return showSecondFactor(ctx, half, phrasesOf(ctx).t(TOO_OFTEN), 429)
    }
    const by = Principal.user(user, 'live').actor(clientInfo(ctx.request))
    const typed = typedText(ctx.request.body().code)
    const given = typed.length > MAX_CODE ? null : await SecondFactor.accept(user, typed, by)
    if (!given) {
      await SecondFactor.refused(user, by)
      return showSecondFactor(ctx, half, phrasesOf(ctx).t(REFUSED), 422)
    }
    if (!(await half.useUp())) return startAgain(ctx)
    await userCodes.forgive(user)
    HalfLogInCookie.clear(ctx)
    await enter(ctx, user, given === 'code' ? 'password_code' : 'password_recovery')
    if (given === 'recovery code') flash(ctx, 'warning', phrasesOf(ctx).t(SPENT))
    const to = given === 'recovery code' ? '/account/second-factor' : (next ?? HOME)
    ctx.response.redirect(to, false, 303)
  }
}
