import type { HttpContext } from '@adonisjs/core/http'
import { Signing } from '#app/signing/signing'
import { signerClientInfo } from '../access/signer_client_info.js'

/** What the page's script says while a person has it open. */
export default class PresenceController {
  /** POST /sign/:token/opened */
  async opened(ctx: HttpContext) {
    if (!ctx.signing.signer.openedAt) await steps(ctx).open(ctx.phrases.language)
    ctx.response.noContent()
  }

  /** POST /sign/:token/viewed: the first page of the document shows. */
  async viewed(ctx: HttpContext) {
    if (!ctx.signing.signer.viewedAt) await steps(ctx).view()
    ctx.response.noContent()
  }

  /** POST /sign/:token/heartbeat */
  async heartbeat(ctx: HttpContext) {
    ctx.signing.assertMaySign()
    await steps(ctx).heartbeat()
    ctx.response.noContent()
  }
}

function steps({ signing: { document, signer }, request }: HttpContext): Signing {
  return new Signing(document.id, signer.id, signerClientInfo(request), signer.tokenSha256)
}
