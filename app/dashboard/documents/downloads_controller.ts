import type { HttpContext } from '@adonisjs/core/http'
import type { DownloadKind } from '#app/documents/download'
import type Document from '#app/documents/document'
import { recordValueDisclosure } from '#app/documents/evidence/disclosure'
import { StoredFile } from '#app/documents/files/stored_file'
import { sendRangedFile } from '#app/front_door/answers/ranged_file'
import { visibleDocument } from './visible_document.js'
import NothingHere from '../errors/nothing_here.js'

export default class DownloadsController {
  /** GET /documents/:id/original: the bytes as they were received. */
  async original(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    return send(ctx, document, 'original', await StoredFile.original(document))
  }

  /** GET /documents/:id/download: the sealed PDF, once there is one. */
  async sealed(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const file = await StoredFile.sealed(document)
    if (!file) throw new NothingHere()
    return send(ctx, document, 'sealed', file)
  }

  /** GET /documents/:id/attachments/:field: what a signer has handed in. */
  async attachment(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const file = document.isErased ? null : await StoredFile.attachment(document, ctx.params.field)
    if (!file) throw new NothingHere()
    return send(ctx, document, 'attachment', file)
  }

  /**
   * GET /documents/:id/view: what the page shows, which is the sealed PDF once there is one, and what signers are shown until then. The
   * page loads it by itself, so it is no download; but the sealed PDF shows what signers filled in, and the trail names who read that.
   */
  async view(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const sealed = await StoredFile.sealed(document)
    const file = sealed ?? (await StoredFile.canonical(document))
    return sendRangedFile(ctx, file, {
      shown: 'inline',
      onFirstByte: async () => {
        if (sealed) await recordValueDisclosure(document.id, ctx.dashboard.actor(ctx))
      },
    })
  }
}

async function send(
  ctx: HttpContext,
  document: Document,
  called: DownloadKind,
  file: StoredFile
): Promise<void> {
  return sendRangedFile(ctx, file, {
    shown: 'attachment',
    onFirstByte: () => document.recordDownload(called, ctx.dashboard.actor(ctx)),
  })
}
