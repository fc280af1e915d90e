import type { HttpContext } from '@adonisjs/core/http'
import { recordIdentityDisclosure } from '#app/documents/evidence/disclosure'
import { fileNameOf } from '#app/documents/files/file_name'
import { contentDisposition } from '#app/front_door/answers/content_disposition'
import { identityResponse } from '#app/signing/identity/identity_record'
import NothingHere from '../errors/nothing_here.js'
import { visibleDocument } from './visible_document.js'

export default class IdentitiesController {
  /** GET /documents/:id/signers/:signer/identity: the SAML response in which the identity provider vouched for a signer, as it came. */
  async show(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const signer = document.signers.find(({ id }) => id === ctx.params.signer)
    const xml = signer && !document.isErased ? await identityResponse(document, signer) : null
    if (!signer || !xml) throw new NothingHere()
    if (ctx.request.method() !== 'HEAD')
      await recordIdentityDisclosure(document.id, signer.id, ctx.dashboard.actor(ctx))
    const name = fileNameOf(`${document.title} ${signer.name}`, 'identity', 'xml')
    ctx.response.header('Content-Type', 'application/xml; charset=utf-8')
    ctx.response.header('Content-Disposition', contentDisposition('attachment', name))
    ctx.response.send(xml)
  }
}
