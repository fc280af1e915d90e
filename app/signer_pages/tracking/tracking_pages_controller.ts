import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { spokenOf } from '#app/documents/signers/role_phrases'
import { settledLanguage } from '#app/documents/signers/signer_language'
import { codeFields, codeQuery, printedCode } from '#app/documents/tracking/printed_code'
import { Tracking } from '#app/documents/tracking/tracking'
import { inScopeOf } from '#app/front_door/link_scope'
import { signingTheme } from '../signing_page/signing_theme.js'
import { speakTo } from '../signing_page/spoken_language.js'
import { trackedDocument } from './tracked_document.js'
import { unknownLink } from '../access/unknown_link.js'

export default class TrackingPagesController {
  /** GET /track/:token, with `document` and `sha256` where somebody scanned the code on a certificate. */
  async show(ctx: HttpContext) {
    const { params, request, view, response } = ctx
    const code = printedCode(request.qs())
    const page = await inScopeOf(ctx, Tracking.environment(params.token), async () => {
      const tracking = await Tracking.find(params.token)
      if (!tracking) return null
      const { document } = tracking
      view.share(signingTheme(ctx, document))
      speakTo(ctx, document.brand, chosenOf(ctx, document), {
        action: `/track/${params.token}`,
        method: 'get',
        ...(code && { kept: codeFields(code) }),
      })
      return view.render('signer_pages/track', {
        document: trackedDocument(document),
        spokenOf,
        code: code && codeQuery(code),
      })
    })
    // the link may be rotated or erased; what is printed beside it still says which document it was
    if (page === null && code) return response.redirect().toPath(`/verify?${codeQuery(code)}`)
    if (page === null) return unknownLink(ctx)
    response.type('text/html').send(page)
  }
}

/** `?language=`: nobody stands behind this page with whom it could be kept. */
function chosenOf({ request }: HttpContext, document: Document) {
  return settledLanguage(document, { language: request.qs().language })
}
