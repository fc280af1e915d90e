import type { HttpContext } from '@adonisjs/core/http'
import { authenticatorView } from '#app/front_door/pages/authenticator_view'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flashOutcome } from '../flash_outcome.js'
import { SessionCookie } from '#app/front_door/session_cookie'
import { CODE_WINDOW_MS, userCodes } from '#app/identity/second_factor/code_attempts'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { OpenSessions } from '#app/identity/sessions/open_sessions'
import { unit } from '#app/tenancy/current_tenant'
import { readPage, showPage } from '../page.js'
import { phrasesOf } from '../language.js'

const AT = '/account/second-factor'
const MAX_CODE = 40
const REFUSED = 'own_account.wrong_code'
const TOO_OFTEN = 'common.too_often'

export default class SecondFactorsController {
  /** GET /account/second-factor */
  async show(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const [[factor]] = await readPage(ctx, SecondFactor.state(user.id))
    const hasPassword = user.passwordHash !== null
    await showPage(ctx, 'dashboard/own_account/second_factor', { factor, hasPassword })
  }

  /** POST /account/second-factor: a new seed, which counts once a code from it was given. */
  async store(ctx: HttpContext) {
    await SecondFactor.plant(ctx.dashboard.user)
    ctx.response.redirect(`${AT}/set-up`, false, 303)
  }

  /** GET /account/second-factor/set-up */
  async edit(ctx: HttpContext) {
    return form(ctx)
  }

  /** POST /account/second-factor/set-up: the first code. The answer shows the recovery codes, once. Every other browser is logged out. */
  async update(ctx: HttpContext) {
    const { session, user } = ctx.dashboard
    if (!(await userCodes.allow(user))) {
      ctx.response.header('Retry-After', CODE_WINDOW_MS / 1000)
      return form(ctx, phrasesOf(ctx).t(TOO_OFTEN), 429)
    }
    const typed = typedText(ctx.request.body().code).slice(0, MAX_CODE)
    const confirmed = await unit(async () => {
      const codes = await SecondFactor.confirm(user, typed, ctx.dashboard.actor(ctx))
      if (!codes) return null
      const token = await session.prove()
      await OpenSessions.closeAll(user, { but: session })
      return { codes, token }
    })
    if (!confirmed) return form(ctx, phrasesOf(ctx).t(REFUSED), 422)
    await userCodes.forgive(user)
    if (confirmed.token) SessionCookie.write(ctx, confirmed.token)
    return showCodes(ctx, confirmed.codes)
  }

  /** GET /account/second-factor/remove */
  async askRemoval(ctx: HttpContext) {
    const [[factor]] = await readPage(ctx, SecondFactor.state(ctx.dashboard.user.id))
    const hasPasskeys = factor.passkeys > 0
    await showPage(ctx, 'dashboard/own_account/remove_factor', { hasPasskeys })
  }

  /** POST /account/second-factor/remove */
  async destroy(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const by = ctx.dashboard.actor(ctx)
    const done = phrasesOf(ctx).t('own_account.app_removed')
    return flashOutcome(ctx, { back: '/account', done }, () => SecondFactor.remove(user, by))
  }

  /** POST /account/second-factor/codes: the answer shows them, once. */
  async renew(ctx: HttpContext) {
    const { user } = ctx.dashboard
    if (!(await SecondFactor.isOnFor(user))) return ctx.response.redirect(AT, false, 303)
    return showCodes(ctx, await SecondFactor.renewCodes(user, ctx.dashboard.actor(ctx)))
  }
}

async function form(ctx: HttpContext, error: string | null = null, status = 200): Promise<void> {
  await readPage(ctx)
  const seed = await SecondFactor.planted(ctx.dashboard.user, ctx.profile.brand.name)
  if (!seed) return ctx.response.redirect(AT, false, 303)
  const state = { ...authenticatorView(seed), error }
  await showPage(ctx, 'dashboard/own_account/set_up_factor', state, status)
}

async function showCodes(ctx: HttpContext, codes: readonly string[]): Promise<void> {
  await readPage(ctx)
  await showPage(ctx, 'dashboard/own_account/recovery_codes', { codes })
}
