import type { HttpContext } from '@adonisjs/core/http'
import type { Giving } from '#app/webhooks/endpoints/endpoint_values'
import { actorOf } from '../documents/found_document.js'

/** Who decides what an endpoint gets, and whether their key may read the values that it may ask for. */
export function giving(ctx: HttpContext): Required<Giving> {
  return { by: actorOf(ctx), assertMayReadValues: () => ctx.caller.require('values:read') }
}
