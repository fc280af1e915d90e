import type { HttpContext } from '@adonisjs/core/http'
import Document from '#app/documents/document'
import { PagePicture } from '#app/documents/files/page_picture'
import { StoredFile } from '#app/documents/files/stored_file'
import { sendArchive } from '#app/front_door/answers/archive'
import { sendRangedFile } from '#app/front_door/answers/ranged_file'
import { SignedArchive } from '#app/signing/certificate/signed_archive'
import { signerClient } from '../access/signer_steps.js'
import NotSealedYet from '../errors/not_sealed_yet.js'
import PageNotFound from '../errors/page_not_found.js'

export default class FilesController {
  /** GET /sign/:token/file: what the signer reads and signs. The page loads it by itself, so that the trail has no entry of it. */
  async canonical(ctx: HttpContext) {
    const { signing } = ctx
    signing.assertMaySign()
    const file = await StoredFile.canonical(signing.document)
    return sendRangedFile(ctx, file, { shown: 'inline' })
  }

  /** GET /sign/:token/copy: the same, to keep before there is a sealed one. */
  async copy(ctx: HttpContext) {
    const { signing } = ctx
    signing.assertMaySign()
    const { document, signer } = signing
    const file = await StoredFile.canonical(document)
    return sendRangedFile(ctx, file, {
      shown: 'attachment',
      onFirstByte: () => document.recordDownload('canonical', signer.actor(signerClient(ctx))),
    })
  }

  /** GET /sign/:token/pages/:page: a picture to read until the file has come. */
  async page(ctx: HttpContext) {
    const { signing, params, response } = ctx
    signing.assertMaySign()
    const page = Number(params.page)
    if (page < 1 || page > signing.document.pageCount) throw new PageNotFound()
    const picture = await PagePicture.of(signing.document, page)
    response.type(PagePicture.type).send(picture)
  }

  /** GET /sign/:token/download: the sealed PDF, for each of its signers. */
  async sealed(ctx: HttpContext) {
    const { document, signer } = ctx.signing
    const file = await StoredFile.sealed(document)
    if (!file) throw new NotSealedYet()
    return sendRangedFile(ctx, file, {
      shown: 'attachment',
      onFirstByte: () => document.recordDownload('sealed', signer.actor(signerClient(ctx))),
    })
  }

  /** GET /sign/:token/files/download: each file as it was sealed, with the certificate of all. */
  async archive(ctx: HttpContext) {
    const { document, signer } = ctx.signing
    const whole = await Document.whole(document.id)
    const archive = whole && (await SignedArchive.of(whole))
    if (!archive) throw new NotSealedYet()
    const by = signer.actor(signerClient(ctx))
    return sendArchive(ctx, archive, () => archive.recordDownload(by))
  }
}
