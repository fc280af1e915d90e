import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { findMember, LIST, membershipOf } from './member_page.js'
import { phrasesOf } from '../language.js'

export default class LostFactorsController {
  /** POST /settings/members/:id/second-factor/remove: for somebody who has lost telephone and recovery codes. */
  async store(ctx: HttpContext) {
    const user = await findMember(ctx)
    const back = `${LIST}/${user.id}`
    if (user.id === ctx.dashboard.user.id)
      return ctx.response.redirect('/account/second-factor', false, 303)
    const done = phrasesOf(ctx).t('members.lost_factor_removed', { name: user.name })
    return flashOutcome(ctx, { back, done }, () => membershipOf(user, ctx).removeSecondFactor())
  }
}
