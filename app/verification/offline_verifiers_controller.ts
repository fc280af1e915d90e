import type { HttpContext } from '@adonisjs/core/http'
import { offlineVerifier, policyOf } from '#app/signing/seal/offline_verifier'

export default class OfflineVerifiersController {
  /** GET /verify/offline: a page that checks files by itself, and that its own policy keeps from sending anything. */
  async show({ response }: HttpContext) {
    const html = await offlineVerifier()
    response
      .header('Content-Security-Policy', `${policyOf(html)}; frame-ancestors 'none'`)
      .type('text/html')
      .send(html)
  }
}
