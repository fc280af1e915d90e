import type { HttpContext } from '@adonisjs/core/http'
import { phrasesOf } from '../language.js'

/** Why there can be no webhooks; null where there can. The sandbox has them on every plan. */
export function noteOfPlan(ctx: HttpContext): string | null {
  const { entitlements } = ctx.profile
  return entitlements.may('webhooks')
    ? null
    : phrasesOf(ctx).t('webhooks.plan_note', { plan: entitlements.planName })
}
