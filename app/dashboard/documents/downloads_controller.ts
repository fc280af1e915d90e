import type { HttpContext } from '@adonisjs/core/http'
import type { DownloadKind } from '#app/documents/download'
import type Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { sendStoredPdf, type StoredPdf } from '#app/front_door/answers/stored_pdf'
import { visibleDocument } from './visible_document.js'
import NothingHere from '../errors/nothing_here.js'

type File = Pick<StoredPdf, 'kind' | 'sha256' | 'length' | 'name'>

export default class DownloadsController {
  /** GET /documents/:id/original: the bytes as they were received. */
  async original(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const { originalFileName: name, originalBytes: length, originalSha256: sha256 } = document
    return send(ctx, document, 'original', { kind: 'original', sha256, length, name })
  }

  /** GET /documents/:id/download: the sealed PDF, once there is one. */
  async sealed(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const { sealedFile: kind, sealedSha256: sha256, sealedBytes: length } = document
    if (!kind || !sha256) throw new NothingHere()
    return send(ctx, document, 'sealed', { kind, sha256, length, name: document.sealedFileName })
  }
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
    onFirstByte: () => document.recordDownload(called, ctx.dashboard.actor(ctx)),
  })
}
