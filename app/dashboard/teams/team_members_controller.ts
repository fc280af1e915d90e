import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import User from '#app/identity/users/user'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { findTeam, LIST, showTeam, teamworkOf } from './team_page.js'

export default class TeamMembersController {
  /** POST /settings/teams/:id/members */
  async store(ctx: HttpContext) {
    const { id } = await findTeam(ctx)
    const value = typedText(ctx.request.body().address)
    const user = await User.byEmail(value)
    if (!user || user.isRemoved) {
      const error = phrasesOf(ctx).t('teams.unknown_member')
      return showTeam(ctx, { field: 'address', value, error })
    }
    await teamworkOf(ctx).add(id, user)
    flash(ctx, 'success', phrasesOf(ctx).t('teams.added', { name: user.name }))
    ctx.response.redirect(`${LIST}/${id}`, false, 303)
  }

  /** POST /settings/teams/:id/members/:user/remove */
  async destroy(ctx: HttpContext) {
    const { id } = await findTeam(ctx)
    const userId: unknown = ctx.params.user
    const user = isIdentifier('usr', userId) ? await User.find(userId) : null
    if (!user) throw new NothingHere()
    await teamworkOf(ctx).take(id, user)
    flash(ctx, 'success', phrasesOf(ctx).t('teams.taken', { name: user.name }))
    ctx.response.redirect(`${LIST}/${id}`, false, 303)
  }
}
