import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '#app/front_door/pages/flash_outcome'
import { showPage } from '../page.js'
import { findMember, LIST, membershipOf } from './member_page.js'
import { memberView } from './member_view.js'

export default class RemovalsController {
  /** GET /settings/members/:id/remove */
  async create(ctx: HttpContext) {
    const user = await findMember(ctx)
    return showPage(ctx, 'dashboard/members/remove', {
      member: memberView(user, ctx.dashboard.user),
    })
  }

  /** POST /settings/members/:id/remove */
  async store(ctx: HttpContext) {
    const user = await findMember(ctx)
    const revokeKeys = ctx.request.body().revokeKeys === 'yes'
    const outcome = { back: LIST, done: `${user.name} is no longer a member.` }
    return flashOutcome(ctx, outcome, () => membershipOf(user, ctx).remove({ revokeKeys }))
  }
}
