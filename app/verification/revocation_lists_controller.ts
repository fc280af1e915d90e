import { errors, type HttpContext } from '@adonisjs/core/http'
import { publishedList } from '#app/signing/seal/revocation_lists'

const NAME = /^(sca_[0-9a-z_]{1,60})\.crl$/
const CHANGES_SOON = 'public, max-age=600'

export default class RevocationListsController {
  /** GET /crl/:name: which certificates an authority has revoked (RFC 5280), named by every certificate it issues. */
  async show({ request, response }: HttpContext) {
    const [, id] = NAME.exec(String(request.param('name'))) ?? []
    const list = id && (await publishedList(id))
    if (!list) throw new errors.E_ROUTE_NOT_FOUND([request.method(), request.url()])
    response.header('Cache-Control', CHANGES_SOON).header('Content-Type', 'application/pkix-crl')
    response.send(Buffer.from(list))
  }
}
