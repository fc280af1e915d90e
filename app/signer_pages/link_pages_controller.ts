import type { HttpContext } from '@adonisjs/core/http'
import { LinkFetches } from '#app/signing/link_fetches'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { linkPage, sendPage } from './link_page.js'
import { signerVisit } from './signer_visit.js'

export default class LinkPagesController {
  /** GET /sign/:token */
  async show(ctx: HttpContext) {
    if (ctx.request.method() === 'GET') noteAfterwards(ctx)
    await sendPage(ctx, linkPage(ctx))
  }
}

/** Scanners of links fetch as well: that is written down, but nobody waits for it, and it can break nothing. */
function noteAfterwards({ request, response, signing, logger }: HttpContext): void {
  const scope = CurrentTenant.get()
  const visit = signerVisit(request)
  const note = () => CurrentTenant.run(scope, () => LinkFetches.note(signing.signer, visit))
  response.onFinish(() => {
    note().catch(({ code, message }) =>
      logger.warn({ code, message }, 'A fetch of a signing link was not noted')
    )
  })
}
