import type { HttpRequest } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'
import type { ClientInfo } from '#app/signing/links/signer_client'

/** From where a signer acts; a browser that gives itself no name has an empty one. */
export function signerClientInfo(request: HttpRequest): ClientInfo {
  const { ipAddress, userAgent = '' } = clientInfo(request)
  return { ipAddress, userAgent }
}
