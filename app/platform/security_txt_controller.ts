import { errors, type HttpContext } from '@adonisjs/core/http'
import { DAY_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import { securityContact } from './configuration.js'

const GOOD_FOR_MS = 180 * DAY_MS

export default class SecurityTxtController {
  /** GET /.well-known/security.txt (RFC 9116): whom to tell of a hole. */
  async show({ request, response }: HttpContext) {
    const contact = securityContact.value
    if (!contact) throw new errors.E_ROUTE_NOT_FOUND([request.method(), request.url()])
    const expires = new Date(clock.now().getTime() + GOOD_FOR_MS).toISOString()
    response.type('text/plain').send(`Contact: ${contact}\nExpires: ${expires}\n`)
  }
}
