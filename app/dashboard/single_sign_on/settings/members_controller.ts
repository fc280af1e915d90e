import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { rolesGivenBy, USUAL_ROLE } from '#app/identity/access/role'
import { Connecting, type Terms } from '#app/single_sign_on/connecting'
import Connection, { GIVEN_ROLES } from '#app/single_sign_on/connection'
import { HOME, readSettings, showSettings } from './settings_page.js'
import { phrasesOf } from '../../language.js'

export default class MembersController {
  /** GET /settings/single-sign-on/members */
  async show(ctx: HttpContext) {
    const connection = await Connection.current()
    const { isInPlan } = await readSettings(ctx)
    const roles = rolesGivenBy(USUAL_ROLE)
    return showSettings(ctx, 'members', { connection, isInPlan, roles })
  }

  /** POST /settings/single-sign-on/members */
  async update(ctx: HttpContext) {
    await Connecting.change(termsOf(ctx), ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.saved'))
    return ctx.response.redirect(`${HOME}/members`, false, 303)
  }
}

function termsOf({ request }: HttpContext): Terms {
  const body = request.body()
  return {
    makesMembers: body.makesMembers === 'yes',
    defaultRole: GIVEN_ROLES.find((role) => role === body.defaultRole) ?? USUAL_ROLE,
  }
}
