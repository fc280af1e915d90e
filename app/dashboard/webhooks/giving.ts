import type { HttpContext } from '@adonisjs/core/http'
import { rightsMissingFor } from '#app/identity/access/scope'
import type { Giving } from '#app/webhooks/endpoints/endpoint_values'

/** Who decides what an endpoint gets, and whether they may read the values that it may ask for. */
export function giving(ctx: HttpContext): Required<Giving> {
  const { dashboard } = ctx
  const assertMayReadValues = () => {
    for (const right of rightsMissingFor(['values:read'], (one) => dashboard.may(one)))
      dashboard.require(right)
  }
  return { by: dashboard.actor(ctx), assertMayReadValues }
}
