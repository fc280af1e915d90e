import type { HttpContext } from '@adonisjs/core/http'
import { Tracking } from '#app/documents/tracking'
import { inScopeOf } from './link_scope.js'
import { lookOf } from './look.js'
import { trackedDocument } from './tracked_document.js'
import { unknownLink } from './unknown_link.js'

export default class TrackingPagesController {
  /** GET /track/:token */
  async show(ctx: HttpContext) {
    const { params, view, response } = ctx
    const page = await inScopeOf(ctx, Tracking.environment(params.token), async () => {
      const tracking = await Tracking.find(params.token)
      if (!tracking) return null
      view.share(lookOf(ctx, tracking.document))
      return view.render('signer_pages/track', { document: trackedDocument(tracking.document) })
    })
    if (page === null) return unknownLink(ctx)
    response.type('text/html').send(page)
  }
}
