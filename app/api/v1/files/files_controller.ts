import type { HttpContext } from '@adonisjs/core/http'
import type { DownloadKind } from '#app/documents/download'
import Document from '#app/documents/document'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { Vault } from '#app/documents/files/vault'
import { sendStoredPdf, type StoredPdf } from '#app/front_door/answers/stored_pdf'
import { clientInfo } from '#app/front_door/client_info'
import { documentId } from '../input/resource_id.js'
import DocumentNotSealed from '../errors/document_not_sealed.js'

type File = Pick<StoredPdf, 'kind' | 'sha256' | 'length' | 'name'>

export default class FilesController {
  /** GET /api/v1/documents/:id/file: the bytes as they were received. */
  async original(ctx: HttpContext) {
    const document = await find(ctx)
    const { originalFileName: name, originalBytes: length, originalSha256: sha256 } = document
    return send(ctx, document, 'original', { kind: 'original', sha256, length, name })
  }

  /** GET /api/v1/documents/:id/download: the sealed PDF, once there is one. */
  async sealed(ctx: HttpContext) {
    const document = await find(ctx)
    const { sealedFile: kind, sealedSha256: sha256, sealedBytes: length } = document
    if (!kind || !sha256) throw new DocumentNotSealed(document.status)
    return send(ctx, document, 'sealed', { kind, sha256, length, name: document.sealedFileName })
  }
}

async function find(ctx: HttpContext): Promise<Document> {
  const document = await Document.find(documentId(ctx))
  if (!document || !ctx.caller.principal.sees(document)) throw new DocumentNotFound()
  return document
}

async function send(
  ctx: HttpContext,
  document: Document,
  called: DownloadKind,
  file: File
): Promise<void> {
  return sendStoredPdf(ctx, await Vault.open(document), {
    ...file,
    shown: 'attachment',
    onFirstByte: () => document.recordDownload(called, ctx.caller.actor(clientInfo(ctx.request))),
  })
}
