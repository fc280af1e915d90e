import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { flash } from '#app/front_door/pages/flash'
import KeyStepRefused from '#app/single_sign_on/errors/key_step_refused'
import { OwnKeys } from '#app/single_sign_on/own_keys'
import { KEY_STEPS, type KeyStep } from '#app/single_sign_on/key_step'
import NothingHere from '../../errors/nothing_here.js'
import { CERTIFICATES } from './certificates_controller.js'
import { phrasesOf } from '../../language.js'

const DONE = {
  announce: 'single_sign_on.did_announce',
  use: 'single_sign_on.did_use',
  retire: 'single_sign_on.did_retire',
} as const satisfies Record<KeyStep, DashboardKey>

export default class OwnKeysController {
  /** POST /settings/single-sign-on/key/:step */
  async store(ctx: HttpContext) {
    const step = KEY_STEPS.find((one) => one === ctx.params.step)
    if (!step) throw new NothingHere()
    try {
      await OwnKeys.take(step, ctx.dashboard.actor(ctx))
      flash(ctx, 'success', phrasesOf(ctx).t(DONE[step]))
    } catch (error) {
      if (!(error instanceof KeyStepRefused)) throw error
      flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error))
    }
    return ctx.response.redirect(CERTIFICATES, false, 303)
  }
}
