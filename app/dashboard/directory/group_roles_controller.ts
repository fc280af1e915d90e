import type { HttpContext } from '@adonisjs/core/http'
import { Groups } from '#app/directory/groups'
import { flashOutcome } from '../flash_outcome.js'
import { GIVEN_ROLES } from '#app/single_sign_on/connection'
import NothingHere from '../errors/nothing_here.js'
import { PAGE } from './directory_page.js'
import { phrasesOf } from '../language.js'

const ID = /^grp_\w{1,40}$/

export default class GroupRolesController {
  /** POST /settings/single-sign-on/directory/groups: which role a group gives; none with an empty choice. */
  async update(ctx: HttpContext) {
    const { id, role: chosen } = ctx.request.body()
    if (!ID.test(String(id))) throw new NothingHere()
    const role = GIVEN_ROLES.find((one) => one === chosen) ?? null
    const done = phrasesOf(ctx).t('single_sign_on.group_saved')
    return flashOutcome(ctx, { back: PAGE, done }, () =>
      Groups.giveRole(String(id), role, ctx.dashboard.actor(ctx))
    )
  }
}
