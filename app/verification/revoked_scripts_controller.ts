import { errors, type HttpContext } from '@adonisjs/core/http'
import { revokedScript } from '#app/signing/seal/revoked_script'

const NEVER_CHANGES = 'public, max-age=86400, immutable'

/** For pages that were loaded before something was revoked. */
const CURRENT = 'current.js'

export default class RevokedScriptsController {
  /** GET /verify/revoked/:name: what was revoked when a page named it, and nothing where more was since; as `current.js`, what is revoked now. */
  async show({ request, response }: HttpContext) {
    const { name, source } = await revokedScript()
    const wanted = request.param('name')
    if (wanted !== CURRENT && wanted !== `${name}.js`)
      throw new errors.E_ROUTE_NOT_FOUND([request.method(), request.url()])
    response.header('Cache-Control', wanted === CURRENT ? 'no-store' : NEVER_CHANGES)
    response.header('X-Content-Type-Options', 'nosniff')
    response.type('text/javascript').send(source)
  }
}
