import type { HttpContext } from '@adonisjs/core/http'
import type { PhraseKey } from '#app/foundation/phrases/phrasebook'
import { consentOf } from '#app/signing/consent'
import { consentPage, sendPage } from '../signing_page/link_page.js'
import { stepsOf } from '../access/signer_steps.js'
import { signingPath } from '../access/signer_guard.js'

export default class ConsentsController {
  /** GET /sign/:token/consent: somebody reloads what the form has led to. */
  async show(ctx: HttpContext) {
    ctx.response.redirect(signingPath(ctx), false, 303)
  }

  /** POST /sign/:token/consent */
  async store(ctx: HttpContext) {
    const { request, response, signing, phrases } = ctx
    signing.assertOpen()
    const { document, signer } = signing
    const { version } = consentOf(document, phrases.language, signer.role)
    const fault = faultOf(request.body(), version)
    if (fault && !signing.hasConsented)
      return sendPage(ctx, await consentPage(ctx, phrases.t(fault)), 422)

    await stepsOf(ctx).consent(phrases.language)
    response.redirect(signingPath(ctx), false, 303)
  }
}

/** A text that was changed while somebody read the old one must be read anew, as must one in another language. */
function faultOf(
  { accepted, consentVersion }: Record<string, unknown>,
  version: string
): PhraseKey | null {
  if (typeof accepted !== 'string' || accepted === '') return 'faults.tick_box'
  return consentVersion === version ? null : 'faults.text_changed'
}
