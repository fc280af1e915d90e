import type { HttpContext } from '@adonisjs/core/http'
import { StoredFile } from '#app/documents/files/stored_file'
import { sendRangedFile } from '#app/front_door/answers/ranged_file'
import { signerClientInfo } from '../access/signer_client_info.js'
import NotSealedYet from '../errors/not_sealed_yet.js'

export default class FilesController {
  /** GET /sign/:token/file: what the signer reads and signs. The page loads it by itself, so that the trail has no entry of it. */
  async canonical(ctx: HttpContext) {
    const { signing } = ctx
    signing.assertMaySign()
    const file = await StoredFile.canonical(signing.document)
    return sendRangedFile(ctx, file, { shown: 'inline' })
  }

  /** GET /sign/:token/download: the sealed PDF, for each of its signers. */
  async sealed(ctx: HttpContext) {
    const { document, signer } = ctx.signing
    const file = await StoredFile.sealed(document)
    if (!file) throw new NotSealedYet()
    return sendRangedFile(ctx, file, {
      shown: 'attachment',
      onFirstByte: () =>
        document.recordDownload('sealed', signer.actor(signerClientInfo(ctx.request))),
    })
  }
}
