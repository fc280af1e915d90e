import type { HttpContext } from '@adonisjs/core/http'
import { EditorLink } from '#app/signing/embedding/editor_link'
import { unit } from '#app/tenancy/current_tenant'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { reply } from '../answer/answer.js'
import { foundDocument } from '../documents/found_document.js'
import { once } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { EDITOR_LINK_ANSWER } from '../schemas/editor_link.js'
import { embedLinkValidator } from '../validators/embed_link_validator.js'

export default class EditorLinksController {
  /** POST /api/v1/documents/:id/editor-links */
  async store(ctx: HttpContext) {
    const { origin } = bodyOf(ctx, embedLinkValidator)
    const document = await foundDocument(ctx)
    const { key, entitlements } = ctx.caller
    await once(ctx, (keep) =>
      unit(async () => {
        const { token, openUntil } = await EditorLink.create(document, key.id, origin)
        const url = publicUrl(entitlements.host, `/embed-editor/${token}`)
        const shown = { url, origin, expiresAt: openUntil.toISOString() }
        await keep(reply(ctx, EDITOR_LINK_ANSWER, shown, { status: 201 }))
      })
    )
  }
}
