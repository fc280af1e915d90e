import type { HttpContext } from '@adonisjs/core/http'
import Connection from '#app/single_sign_on/connection'
import { ownMetadata } from '#app/single_sign_on/our_messages'
import NothingHere from '../errors/nothing_here.js'

const ONE_HOUR_S = 3_600

export default class MetadataController {
  /** GET /sso/saml/metadata. Also while single sign-on is turned off: it is set up at the provider first. */
  async show({ response }: HttpContext) {
    const connection = await Connection.current()
    if (!connection?.isEntitled) throw new NothingHere()
    response.header('Cache-Control', `public, max-age=${ONE_HOUR_S}`)
    response.type('application/samlmetadata+xml')
    response.send(await ownMetadata(connection))
  }
}
