import type { HttpContext } from '@adonisjs/core/http'
import { rightsMissingFor } from '#app/identity/access/scope'
import type { Giving } from '#app/webhooks/endpoints/endpoint_values'

/** Who decides what an endpoint gets, and whether they may read the values that it may ask for. */
export function giving(ctx: HttpContext): Required<Giving> {
  const { desk } = ctx
  const assertMayReadValues = () => {
    for (const right of rightsMissingFor(['values:read'], (one) => desk.may(one)))
      desk.require(right)
  }
  return { by: desk.actor(ctx), assertMayReadValues }
}
