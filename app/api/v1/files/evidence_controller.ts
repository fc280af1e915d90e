import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { zipFile } from '#app/foundation/zip_file'
import { contentDisposition } from '#app/front_door/answers/content_disposition'
import { EvidencePackage } from '#app/signing/evidence_package/evidence_package'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import DocumentNotSent from '../errors/document_not_sent.js'
import { actorOf, foundDocument } from '../documents/found_document.js'

export default class EvidenceController {
  /** GET /api/v1/documents/:id/evidence */
  async show(ctx: HttpContext) {
    ctx.caller.entitlements.require('fullAudit')
    const document = await foundDocument(ctx)
    if (document.status === 'draft') throw new DocumentNotSent()
    const evidence = await EvidencePackage.of(document, {
      mayReadValues: ctx.caller.allows('values:read'),
    })
    const { request, response } = ctx
    response.header('Content-Type', 'application/zip')
    response.header('Content-Disposition', contentDisposition('attachment', evidence.name))
    if (request.method() === 'HEAD') return
    await evidence.recordDownloads(actorOf(ctx))
    response.stream(Readable.from(zipFile(evidence.entries(CurrentTenant.get()))))
  }
}
