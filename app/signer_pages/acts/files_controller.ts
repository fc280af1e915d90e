import type { HttpContext } from '@adonisjs/core/http'
import { Vault } from '#app/documents/files/vault'
import { sendStoredPdf } from '#app/front_door/answers/stored_pdf'
import { signerClientInfo } from '../access/signer_client_info.js'
import NotSealedYet from '../errors/not_sealed_yet.js'

export default class FilesController {
  /** GET /sign/:token/file: what the signer reads and signs. The page loads it by itself, so that the trail has no entry of it. */
  async canonical(ctx: HttpContext) {
    const { signing } = ctx
    signing.assertMaySign()
    const { document } = signing
    return sendStoredPdf(ctx, await Vault.open(document), {
      kind: 'canonical',
      sha256: document.canonicalSha256,
      length: null,
      name: document.originalFileName,
      shown: 'inline',
    })
  }

  /** GET /sign/:token/download: the sealed PDF, for each of its signers. */
  async sealed(ctx: HttpContext) {
    const { document, signer } = ctx.signing
    const { sealedFile, sealedSha256, sealedBytes, sealedFileName } = document
    if (!sealedFile || !sealedSha256) throw new NotSealedYet()
    return sendStoredPdf(ctx, await Vault.open(document), {
      kind: sealedFile,
      sha256: sealedSha256,
      length: sealedBytes,
      name: sealedFileName,
      shown: 'attachment',
      onFirstByte: () =>
        document.recordDownload('sealed', signer.actor(signerClientInfo(ctx.request))),
    })
  }
}
