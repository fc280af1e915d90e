import { clock } from '#app/foundation/clock'
import type User from './user.js'

/** Whether somebody is shown how a new account begins. Always in the live scope. */
export const FirstSteps = {
  async hide(user: User): Promise<void> {
    if (!user.firstStepsHiddenAt) await user.merge({ firstStepsHiddenAt: clock.now() }).save()
  },

  async show(user: User): Promise<void> {
    if (user.firstStepsHiddenAt) await user.merge({ firstStepsHiddenAt: null }).save()
  },
}
