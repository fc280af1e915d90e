import type { HttpContext } from '@adonisjs/core/http'
import type { DownloadKind } from '#app/documents/download'
import Document from '#app/documents/document'
import FileNotFound from '#app/documents/errors/file_not_found'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { StoredFile } from '#app/documents/files/stored_file'
import { sendRangedFile } from '#app/front_door/answers/ranged_file'
import { clientInfo } from '#app/front_door/client_info'
import { documentId } from '../input/resource_id.js'
import DocumentNotSealed from '../errors/document_not_sealed.js'

export default class FilesController {
  /** GET /api/v1/documents/:id/file: the bytes as they were received. */
  async original(ctx: HttpContext) {
    const document = await find(ctx)
    return send(ctx, document, 'original', await StoredFile.original(document))
  }

  /** GET /api/v1/documents/:id/download: the sealed PDF, once there is one. */
  async sealed(ctx: HttpContext) {
    const document = await find(ctx)
    const file = await StoredFile.sealed(document)
    if (!file) throw new DocumentNotSealed(document.status)
    return send(ctx, document, 'sealed', file)
  }

  /** GET /api/v1/documents/:id/files/:number/file */
  async originalOfOne(ctx: HttpContext) {
    const document = await find(ctx)
    const file = await StoredFile.originalOf(document, numberOf(ctx))
    return send(ctx, document, 'original', file)
  }

  /** GET /api/v1/documents/:id/files/:number/download */
  async sealedOfOne(ctx: HttpContext) {
    const document = await find(ctx)
    const file = await StoredFile.sealedOf(document, numberOf(ctx))
    if (!file) throw new DocumentNotSealed(document.status)
    return send(ctx, document, 'sealed', file)
  }

  /** GET /api/v1/documents/:id/attachments/:field: what a signer has handed in at a field. */
  async attachment(ctx: HttpContext) {
    const document = await find(ctx)
    const file = document.isErased ? null : await StoredFile.attachment(document, ctx.params.field)
    if (!file) throw new FileNotFound()
    return send(ctx, document, 'attachment', file)
  }
}

/** Text that is no number is that of no file. */
function numberOf({ params }: HttpContext): number {
  return /^[1-9]\d?$/.test(params.number) ? Number(params.number) : 0
}

async function find(ctx: HttpContext): Promise<Document> {
  const document = await Document.visible(documentId(ctx), ctx.caller.principal.documentsOf)
  if (!document) throw new DocumentNotFound()
  return document
}

async function send(
  ctx: HttpContext,
  document: Document,
  called: DownloadKind,
  file: StoredFile
): Promise<void> {
  return sendRangedFile(ctx, file, {
    shown: 'attachment',
    onFirstByte: () => document.recordDownload(called, ctx.caller.actor(clientInfo(ctx.request))),
  })
}
