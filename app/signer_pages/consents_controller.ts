import type { HttpContext } from '@adonisjs/core/http'
import { consentOf } from '#app/signing/consent'
import { Signing } from '#app/signing/signing'
import { consentPage, sendPage } from './link_page.js'
import { signerVisit } from './signer_visit.js'
import { signingPath } from './signer_door.js'

export default class ConsentsController {
  /** GET /sign/:token/consent: somebody reloads what the form has led to. */
  async show(ctx: HttpContext) {
    ctx.response.redirect(signingPath(ctx), false, 303)
  }

  /** POST /sign/:token/consent */
  async store(ctx: HttpContext) {
    const { request, response, signing } = ctx
    signing.assertOpen()
    const fault = faultOf(request.body(), consentOf(signing.document).version)
    if (fault && !signing.hasConsented) return sendPage(ctx, consentPage(signing, fault), 422)

    const { document, signer } = signing
    await new Signing(document.id, signer.id, signerVisit(request), signer.tokenSha256).consent()
    response.redirect(signingPath(ctx), false, 303)
  }
}

/** A text that was changed while somebody read the old one must be read anew. */
function faultOf(
  { accepted, consentVersion }: Record<string, unknown>,
  version: string
): string | null {
  if (typeof accepted !== 'string' || accepted === '')
    return 'Tick the box to continue, or decline to sign.'
  return consentVersion === undefined || consentVersion === version
    ? null
    : 'This text has changed. Please read it once more.'
}
