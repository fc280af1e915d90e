import type { HttpContext } from '@adonisjs/core/http'
import { FORMER_HOLDERS } from '#app/documents/sharing/former_holders'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { Seats } from '#app/identity/users/seats'
import { readPage, showPage } from '../page.js'
import { findMember } from './member_page.js'
import { MemberPolicy, type MemberAct } from '#app/identity/access/member_policy'
import { rolesGivenBy } from '#app/identity/access/role'
import { Members } from '#app/identity/users/members'
import { memberView } from './member_view.js'

export default class MembersController {
  /** GET /settings/members */
  async index(ctx: HttpContext) {
    const { dashboard } = ctx
    const [members, seats, former] = await readPage(
      ctx,
      Members.all,
      Seats.statement,
      FORMER_HOLDERS
    )
    return showPage(ctx, 'dashboard/members/index', {
      members: Members.from(members).map((user) => memberView(user, dashboard.user)),
      seats: Seats.from(seats),
      former,
    })
  }

  /** GET /settings/members/:id */
  async show(ctx: HttpContext) {
    const { dashboard } = ctx
    const user = await findMember(ctx)
    const hasFactor = await SecondFactor.isOnFor(user)
    const may = (act: MemberAct) =>
      MemberPolicy.may(act, dashboard.user, user, (right) => dashboard.may(right))
    return showPage(ctx, 'dashboard/members/show', {
      member: memberView(user, dashboard.user),
      roles: rolesGivenBy(dashboard.user.role),
      hasTitle: true,
      values: { role: user.role },
      errors: {},
      isOutOfReach: !may('change'),
      hasLosableFactor: hasFactor && may('recoverFactor'),
      mayTransfer: may('transferAccount') && !user.isDisabled && !user.isInvited,
    })
  }
}
