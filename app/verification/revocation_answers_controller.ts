import type { HttpContext } from '@adonisjs/core/http'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import { statusRefusal } from '#app/sealing/ocsp/status_response'
import { revocationAnswer } from '#app/signing/seal/revocation_responder'
import { MINUTE_MS } from '#app/foundation/duration'
import { homeNetwork } from '#app/foundation/limits/home_network'
import { Limiter } from '#app/foundation/limits/limiter'
import { requestBytes } from '#app/front_door/bodies/request_bytes'
import { clientInfo } from '#app/front_door/client_info'

/** Sixteen certificates, with room to spare. */
const MAX_BYTES = 4 * 1024
/** An answer without a nonce is the same for all (RFC 5019, 6.2). */
const SHARED = 'public, max-age=600'
/** Of one network: a viewer asks once or twice for a file, and a store outside may have to sign each answer. */
const A_MINUTE = 120

let limiter: Limiter | undefined

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

async function answer(ctx: HttpContext, request: Buffer, caching: string): Promise<void> {
  const { response } = ctx
  const answered = (await asksTooOften(ctx)) ? null : await answerOrNull(ctx, request)
  response.header('Cache-Control', answered ? caching : 'no-store')
  response.header('Content-Type', 'application/ocsp-response')
  response.send(Buffer.from(answered ?? statusRefusal('tryLater')))
}

async function asksTooOften({ request }: HttpContext): Promise<boolean> {
  limiter ??= new Limiter({ points: A_MINUTE, windowS: MINUTE_MS / 1000, prefix: 'ocsp' })
  const { isOver } = await limiter.count(homeNetwork(clientInfo(request).ipAddress))
  return isOver
}

/** Null while nobody can sign an answer. */
async function answerOrNull(ctx: HttpContext, request: Buffer): Promise<Uint8Array | null> {
  try {
    return await revocationAnswer(request)
  } catch (error) {
    if (!(error instanceof KeyStoreAway)) throw error
    ctx.logger.warn({ err: error }, 'nobody can be told whether a certificate is revoked')
    return null
  }
}
