import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import KeyStepRefused from '#app/single_sign_on/errors/key_step_refused'
import { KEY_STEPS, OwnKeys, type KeyStep } from '#app/single_sign_on/own_keys'
import NothingHere from '../../errors/nothing_here.js'
import { CERTIFICATES } from './certificates_controller.js'

const DONE: Record<KeyStep, string> = {
  announce: 'Our metadata name the next key now. Give them to your provider.',
  use: 'We sign with the new key now. The old one still opens what is encrypted for it.',
  retire: 'The old key is removed.',
}

export default class OwnKeysController {
  /** POST /settings/single-sign-on/key/:step */
  async store(ctx: HttpContext) {
    const step = KEY_STEPS.find((one) => one === ctx.params.step)
    if (!step) throw new NothingHere()
    try {
      await OwnKeys.take(step, ctx.dashboard.actor(ctx))
      flash(ctx, 'success', DONE[step])
    } catch (error) {
      if (!(error instanceof KeyStepRefused)) throw error
      flash(ctx, 'danger', `${error.message}.`)
    }
    return ctx.response.redirect(CERTIFICATES, false, 303)
  }
}
