import type { HttpContext } from '@adonisjs/core/http'

/** Why there can be no webhooks; null where there can. The sandbox has them on every plan. */
export function noteOfPlan({ profile: { entitlements } }: HttpContext): string | null {
  return entitlements.may('webhooks')
    ? null
    : `Your plan, ${entitlements.planName}, has webhooks in the sandbox only.`
}
