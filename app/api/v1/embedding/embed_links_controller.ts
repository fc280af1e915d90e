import type { HttpContext } from '@adonisjs/core/http'
import { recordLinkDisclosure } from '#app/documents/evidence/disclosure'
import { EmbedLink } from '#app/signing/embedding/embed_link'
import { unit } from '#app/tenancy/current_tenant'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { reply } from '../answer/answer.js'
import { actorOf, foundDocument } from '../documents/found_document.js'
import { once } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { signerId } from '../input/resource_id.js'
import { EMBED_LINK_ANSWER } from '../schemas/embed_link.js'
import { embedLinkValidator } from '../validators/embed_link_validator.js'

export default class EmbedLinksController {
  /** POST /api/v1/documents/:id/signers/:sid/embed-links */
  async store(ctx: HttpContext) {
    const { origin } = bodyOf(ctx, embedLinkValidator)
    const document = await foundDocument(ctx)
    const signer = signerId(ctx)
    const { signingHost } = ctx.caller.entitlements
    await once(ctx, (keep) =>
      unit(async () => {
        const { token, openUntil } = await EmbedLink.create(document, signer, origin)
        const url = publicUrl(signingHost, `/embed/${token}`)
        const shown = { url, origin, expiresAt: openUntil.toISOString() }
        await recordLinkDisclosure(document.id, [signer], actorOf(ctx))
        await keep(reply(ctx, EMBED_LINK_ANSWER, shown, { status: 201 }))
      })
    )
  }
}
