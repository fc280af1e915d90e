import type { HttpContext } from '@adonisjs/core/http'
import { revocationAnswer } from '#app/signing/seal/revocation_responder'
import { requestBytes } from '#app/front_door/bodies/request_bytes'

/** Sixteen certificates, with room to spare. */
const MAX_BYTES = 4 * 1024
/** An answer without a nonce is the same for all (RFC 5019, 6.2). */
const SHARED = 'public, max-age=600'

export default class RevocationAnswersController {
  /** POST /ocsp: whether certificates of seals are revoked (RFC 6960, A.1). @throws BodyTooLarge */
  async store(ctx: HttpContext) {
    await answer(ctx, await requestBytes(ctx.request, MAX_BYTES), 'no-store')
  }

  /** GET /ocsp/:request: the same for programs and caches that ask in the address, in base64. */
  async show(ctx: HttpContext) {
    await answer(ctx, Buffer.from(String(ctx.request.param('request')), 'base64'), SHARED)
  }
}

async function answer({ response }: HttpContext, request: Buffer, caching: string): Promise<void> {
  const answered = await revocationAnswer(request)
  response.header('Cache-Control', caching).header('Content-Type', 'application/ocsp-response')
  response.send(Buffer.from(answered))
}
