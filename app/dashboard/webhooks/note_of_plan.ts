import type { HttpContext } from '@adonisjs/core/http'

/** Why there can be no webhooks; null where there can. The sandbox has them on every plan. */
export function noteOfPlan({ profile: { standing } }: HttpContext): string | null {
  return standing.may('webhooks')
    ? null
    : `Your plan, ${standing.planName}, has webhooks in the sandbox only.`
}
