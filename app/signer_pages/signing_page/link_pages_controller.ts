import type { HttpContext } from '@adonisjs/core/http'
import { LinkFetches } from '#app/signing/links/link_fetches'
import { linkPage, sendPage } from './link_page.js'
import { notedAfterwards } from '../access/noted_afterwards.js'
import { noteDeadLink } from '../access/refused_access.js'
import { signerClientInfo } from '../access/signer_client_info.js'

export default class LinkPagesController {
  /** GET /sign/:token */
  async show(ctx: HttpContext) {
    if (ctx.request.method() === 'GET') {
      if (!ctx.signing.hosting) noteFetch(ctx)
      noteDeadLink(ctx)
    }
    await sendPage(ctx, await linkPage(ctx))
  }
}

/** Scanners of links fetch as well. */
function noteFetch(ctx: HttpContext): void {
  const client = signerClientInfo(ctx.request)
  const { signer } = ctx.signing
  notedAfterwards(ctx, 'A fetch of a signing link', () => LinkFetches.note(signer, client))
}
