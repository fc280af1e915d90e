import type { HttpContext } from '@adonisjs/core/http'
import { rolesGivenBy } from '#app/identity/access/role'
import { flashOutcome } from '../flash_outcome.js'
import { findMember, LIST, membershipOf } from './member_page.js'
import { phrasesOf } from '../language.js'

export default class RolesController {
  /** POST /settings/members/:id/role */
  async update(ctx: HttpContext) {
    const user = await findMember(ctx)
    const wanted: unknown = ctx.request.body().role
    const role = rolesGivenBy(ctx.dashboard.user.role).find((one) => one === wanted)
    const back = `${LIST}/${user.id}`
    if (!role) return ctx.response.redirect(back, false, 303)
    // a group may give a former owner another one
    const done = () =>
      phrasesOf(ctx).t('members.role_changed', { name: user.name, role: user.role })
    return flashOutcome(ctx, { back: ctx.dashboard.user.id === user.id ? LIST : back, done }, () =>
      membershipOf(user, ctx).changeRole(role)
    )
  }
}
