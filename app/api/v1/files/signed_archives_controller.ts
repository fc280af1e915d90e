import type { HttpContext } from '@adonisjs/core/http'
import { SignedArchive } from '#app/signing/certificate/signed_archive'
import { sendArchive } from '#app/front_door/answers/archive'
import DocumentNotSealed from '../errors/document_not_sealed.js'
import { actorOf, foundDocument } from '../documents/found_document.js'

export default class SignedArchivesController {
  /** GET /api/v1/documents/:id/files/download */
  async show(ctx: HttpContext) {
    const document = await foundDocument(ctx)
    const archive = await SignedArchive.of(document)
    if (!archive) throw new DocumentNotSealed(document.status)
    return sendArchive(ctx, archive, () => archive.recordDownload(actorOf(ctx)))
  }
}
