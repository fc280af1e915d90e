import type { HttpContext } from '@adonisjs/core/http'
import { accessBrowser } from '../access_code/access_browser.js'
import { IdentityCookie } from '../identity/identity_cookie.js'
import { answersOf } from './answers_input.js'
import { certificatesOf, ownSignatureOf } from './certificate_input.js'
import { stepsOf } from '../access/signer_steps.js'
import { signingPath } from '../access/signer_guard.js'

export default class SignaturesController {
  /** POST /sign/:token/finish */
  async store(ctx: HttpContext) {
    const { request, response, signing } = ctx
    signing.assertMayFinish()
    const answers = await answersOf(request.body())
    const known = { access: accessBrowser(ctx), identity: IdentityCookie.read(ctx) }
    await stepsOf(ctx).sign(answers, known, await ownSignatureOf(request.body()))
    response.send({ next: signingPath(ctx) })
  }

  /** POST /sign/:token/own-signature: what the signer's own certificate is to sign. Its key stays where it is. */
  async prepare(ctx: HttpContext) {
    const { request, response, signing } = ctx
    signing.assertMayFinish()
    const answers = await answersOf(request.body())
    const certificates = await certificatesOf(request.body())
    const { toBeSigned, at, base } = await stepsOf(ctx).offer(answers, { certificates })
    response.send({ toBeSigned: Buffer.from(toBeSigned).toString('base64'), at, base })
  }
}
