import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { flashOutcome } from '../../flash_outcome.js'
import {
  EmergencyOwners,
  MAX_EMERGENCY_OWNERS,
  type EmergencyCandidate,
} from '#app/identity/access/emergency_owners'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import Connection from '#app/single_sign_on/connection'
import { Enforcement, hasTested } from '#app/single_sign_on/enforcement'
import { HOME, readSettings, showSettings } from './settings_page.js'
import { phrasesOf } from '../../language.js'

const PAGE = `${HOME}/enforcement`

export default class EnforcementController {
  /** GET /settings/single-sign-on/enforcement */
  async show(ctx: HttpContext) {
    const connection = await Connection.current()
    const { isInPlan } = await readSettings(ctx)
    const policy = await LogInPolicy.shown()
    const candidates = await EmergencyOwners.candidates()
    return showSettings(ctx, 'enforcement', {
      connection,
      isInPlan,
      isUsable: connection?.isUsable ?? false,
      isRequired: isInPlan && policy.sso_required_at !== null,
      requiredAt: policy.sso_required_at,
      requiredBy: policy.required_by_name ?? phrasesOf(ctx).t('factor_policy.required_by_former'),
      isTested: connection ? hasTested(connection, ctx.dashboard.user.id) : false,
      owners: candidates.map(ownerView),
      most: MAX_EMERGENCY_OWNERS,
      keys: policy.keys, // nobody's log-in
      emergencyAddress: '/login/emergency',
    })
  }

  /** POST /settings/single-sign-on/enforcement: the owner's own session ends with the others. */
  async store(ctx: HttpContext) {
    const done = phrasesOf(ctx).t('single_sign_on.now_required')
    return flashOutcome(ctx, { back: PAGE, done }, () =>
      Enforcement.require(namedIn(ctx), ctx.dashboard.actor(ctx))
    )
  }

  /** POST /settings/single-sign-on/enforcement/owners */
  async update(ctx: HttpContext) {
    return flashOutcome(ctx, { back: PAGE, done: phrasesOf(ctx).t('single_sign_on.saved') }, () =>
      Enforcement.nameEmergencyOwners(namedIn(ctx), ctx.dashboard.actor(ctx))
    )
  }

  /** POST /settings/single-sign-on/enforcement/lift */
  async destroy(ctx: HttpContext) {
    await Enforcement.lift(ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.now_lifted'))
    return ctx.response.redirect(PAGE, false, 303)
  }
}

function namedIn({ request }: HttpContext): string[] {
  const { owners } = request.body()
  return [owners].flat().filter((id): id is string => typeof id === 'string')
}

function ownerView({ user, isNamed, hasPassword, hasSecondFactor }: EmergencyCandidate) {
  const { id, name, email } = user
  const lacks = !hasPassword
    ? 'single_sign_on.lacks_password'
    : hasSecondFactor
      ? null
      : 'single_sign_on.lacks_factor'
  return { id, name, email, isNamed, lacks }
}
