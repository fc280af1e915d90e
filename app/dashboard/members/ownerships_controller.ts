import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { showPage } from '../page.js'
import { findMember, LIST, membershipOf } from './member_page.js'
import { memberView } from './member_view.js'
import { phrasesOf } from '../language.js'

export default class OwnershipsController {
  /** GET /settings/members/:id/ownership */
  async create(ctx: HttpContext) {
    const user = await findMember(ctx)
    return showPage(ctx, 'dashboard/members/ownership', {
      member: memberView(user, ctx.dashboard.user),
    })
  }

  /** POST /settings/members/:id/ownership: the previous owner stays as an admin. */
  async store(ctx: HttpContext) {
    const user = await findMember(ctx)
    const outcome = {
      back: LIST,
      done: phrasesOf(ctx).t('members.ownership_done', { name: user.name }),
    }
    const membership = membershipOf(user, ctx)
    return flashOutcome(ctx, outcome, () => membership.makeOwnerInsteadOf(ctx.dashboard.user))
  }
}
