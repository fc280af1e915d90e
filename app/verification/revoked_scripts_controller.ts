import { errors, type HttpContext } from '@adonisjs/core/http'
import { revokedScript } from '#app/signing/seal/revoked_script'

const NEVER_CHANGES = 'public, max-age=86400, immutable'

export default class RevokedScriptsController {
  /** GET /verify/revoked/:name: what was revoked when a page named it; where more was since, the page has to be loaded again. */
  async show({ request, response }: HttpContext) {
    const { name, source } = await revokedScript()
    if (request.param('name') !== `${name}.js`)
      throw new errors.E_ROUTE_NOT_FOUND([request.method(), request.url()])
    response.header('Cache-Control', NEVER_CHANGES).header('X-Content-Type-Options', 'nosniff')
    response.type('text/javascript').send(source)
  }
}
