import type { HttpContext } from '@adonisjs/core/http'
import { phrasesOf } from '../language.js'

/** Why there can be no new key; null where there can. The sandbox has them on every plan. */
export function noteOfPlan(ctx: HttpContext): string | null {
  const { entitlements } = ctx.profile
  return ctx.dashboard.environment === 'test' || entitlements.may('apiLive')
    ? null
    : phrasesOf(ctx).t('keys.plan_note', { plan: entitlements.planName })
}
