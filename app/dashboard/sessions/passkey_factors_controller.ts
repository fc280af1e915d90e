import type { HttpContext } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { Principal } from '#app/identity/access/principal'
import PasskeyRefused from '#app/identity/errors/passkey_refused'
import { AuthenticatorAnswer } from '#app/identity/passkeys/authenticator_answer'
import { PasskeyProof } from '#app/identity/passkeys/passkey_proof'
import { CODE_WINDOW_MS, userCodes } from '#app/identity/second_factor/code_attempts'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import type { HalfLogIn } from '#app/identity/sessions/half_log_in'
import { enter, HOME } from './entrance.js'
import { HalfLogInCookie } from './half_log_in_cookie.js'
import { halfway, showSecondFactor, startAgain } from './halfway.js'
import { passkeyPlace } from './passkey_here.js'
import { phrasesOf } from '../language.js'

const TOO_OFTEN = 'common.too_often'

/** A passkey as the second of two proofs, after the password. */
export default class PasskeyFactorsController {
  /** POST /login/code/passkey/options */
  async create(ctx: HttpContext) {
    const half = await halfway(ctx)
    if (!half) return startAgain(ctx)
    ctx.response.json(await PasskeyProof.options(placeOf(ctx, half)))
  }

  /** POST /login/code/passkey */
  async store(ctx: HttpContext) {
    const half = await halfway(ctx)
    if (!half) return startAgain(ctx)
    const { user, next } = half
    if (!(await userCodes.allow(user))) {
      ctx.response.header('Retry-After', CODE_WINDOW_MS / 1000)
      return showSecondFactor(ctx, half, phrasesOf(ctx).t(TOO_OFTEN), 429)
    }
    const client = clientInfo(ctx.request)
    try {
      const answer = AuthenticatorAnswer.read(ctx.request.body().answer)
      await PasskeyProof.accept(answer, placeOf(ctx, half), client)
    } catch (error) {
      if (!(error instanceof PasskeyRefused)) throw error
      if (error.fault === 'wrong')
        await SecondFactor.refused(user, Principal.user(user, 'live').actor(client))
      return showSecondFactor(ctx, half, refusalIn(phrasesOf(ctx), error), 422)
    }
    if (!(await half.useUp())) return startAgain(ctx)
    await userCodes.forgive(user)
    HalfLogInCookie.clear(ctx)
    await enter(ctx, user, 'password_passkey')
    ctx.response.redirect(next ?? HOME, false, 303)
  }
}

function placeOf(ctx: HttpContext, { user }: HalfLogIn) {
  return { purpose: 'second_factor', user, ...passkeyPlace(ctx) } as const
}
