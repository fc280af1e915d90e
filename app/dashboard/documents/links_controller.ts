import type { HttpContext } from '@adonisjs/core/http'
import { recordLinkDisclosure } from '#app/documents/evidence/disclosure'
import { signingUrl } from '#app/documents/document_transformer'
import { showPage } from '../page.js'
import { hasLink } from './document_view.js'
import { visibleDocument } from './visible_document.js'
import NothingHere from '../errors/nothing_here.js'

export default class LinksController {
  /** POST /documents/:id/signers/:signer/link: anybody who sees the link can sign, so the trail records the access first. */
  async store(ctx: HttpContext) {
    const { dashboard, params } = ctx
    const { document } = await visibleDocument(ctx)
    const signer = document.signers.find(({ id }) => id === params.signer)
    if (!signer || !hasLink(document, signer)) throw new NothingHere()
    await recordLinkDisclosure(document.id, [signer.id], dashboard.actor(ctx))
    return showPage(ctx, 'dashboard/documents/link', {
      document: { id: document.id },
      signer: { name: signer.name },
      signingUrl: signingUrl(await signer.token(), ctx.profile.entitlements),
    })
  }
}
