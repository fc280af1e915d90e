import { clock } from '#app/foundation/clock'
import type { Language } from '#app/foundation/phrases/languages'
import { isTimeZone } from '#app/foundation/time_zone'
import User from './user.js'

interface Region {
  timeZone: string | null
  language: Language | null
}

/** Where somebody is, and what they read. Nothing else depends on it than words, so no trail tells of it. Always in the live scope. */
export const OwnRegion = {
  async change(user: User, region: Region): Promise<void> {
    await user.merge({ ...region, updatedAt: clock.now() }).save()
  },

  /** What a browser said at a log-in, for somebody who has chosen no zone yet. @param offered  as a form held it */
  async offer(user: User, offered: unknown): Promise<void> {
    if (user.timeZone !== null || !isTimeZone(offered)) return
    // unless they have chosen one in another browser meanwhile
    await User.query().where('id', user.id).whereNull('timeZone').update({ time_zone: offered })
    user.timeZone = offered
  },
}
