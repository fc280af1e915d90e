import type { HttpContext } from '@adonisjs/core/http'
import type { DownloadKind } from '#app/documents/download'
import type Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import { sendArchive } from '#app/front_door/answers/archive'
import { sendRangedFile } from '#app/front_door/answers/ranged_file'
import { SignedArchive } from '#app/signing/certificate/signed_archive'
import { visibleDocument } from '../documents/visible_document.js'
import NothingHere from '../errors/nothing_here.js'

export default class PacketFilesController {
  /** GET /documents/:id/files/:number/original */
  async original(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const file = await StoredFile.originalOf(document, Number(ctx.params.number))
    return send(ctx, document, { called: 'original', file })
  }

  /** GET /documents/:id/files/:number/download: sealed on its own. */
  async sealed(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const file = await StoredFile.sealedOf(document, Number(ctx.params.number))
    if (!file) throw new NothingHere()
    return send(ctx, document, { called: 'sealed', file })
  }

  /** GET /documents/:id/files/download: all of them, with their certificate. */
  async archive(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const archive = await SignedArchive.of(document)
    if (!archive) throw new NothingHere()
    return sendArchive(ctx, archive, () => archive.recordDownload(ctx.dashboard.actor(ctx)))
  }
}

interface Sent {
  called: DownloadKind
  file: StoredFile
}

async function send(ctx: HttpContext, document: Document, { called, file }: Sent): Promise<void> {
  return sendRangedFile(ctx, file, {
    shown: 'attachment',
    onFirstByte: () => document.recordDownload(called, ctx.dashboard.actor(ctx)),
  })
}
