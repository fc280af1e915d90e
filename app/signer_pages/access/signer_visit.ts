import type { HttpRequest } from '@adonisjs/core/http'
import { visitOf } from '#app/front_door/visit'
import type { Visit } from '#app/signing/links/visit'

/** From where a signer acts; a browser that gives itself no name has an empty one. */
export function signerVisit(request: HttpRequest): Visit {
  const { ipAddress, userAgent = '' } = visitOf(request)
  return { ipAddress, userAgent }
}
