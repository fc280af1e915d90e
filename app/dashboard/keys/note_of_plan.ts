import type { HttpContext } from '@adonisjs/core/http'

/** Why there can be no new key; null where there can. The sandbox has them on every plan. */
export function noteOfPlan({ dashboard, profile: { entitlements } }: HttpContext): string | null {
  return dashboard.environment === 'test' || entitlements.may('apiLive')
    ? null
    : `Your plan, ${entitlements.planName}, has the API in the sandbox only.`
}
