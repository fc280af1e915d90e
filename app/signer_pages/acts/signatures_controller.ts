import type { HttpContext } from '@adonisjs/core/http'
import { Signing } from '#app/signing/signing'
import { accessBrowser } from '../access_code/access_browser.js'
import { IdentityCookie } from '../identity/identity_cookie.js'
import { answersOf } from './answers_input.js'
import { signerClientInfo } from '../access/signer_client_info.js'
import { signingPath } from '../access/signer_guard.js'

export default class SignaturesController {
  /** POST /sign/:token/finish */
  async store(ctx: HttpContext) {
    const { request, response, signing } = ctx
    signing.assertMayFinish()
    const answers = await answersOf(request.body())
    const { document, signer } = signing
    const steps = new Signing(document.id, signer.id, signerClientInfo(request), signer.tokenSha256)
    await steps.sign(answers, { access: accessBrowser(ctx), identity: IdentityCookie.read(ctx) })
    response.send({ next: signingPath(ctx) })
  }
}
