import type { HttpContext } from '@adonisjs/core/http'
import SignerNotFound from '#app/documents/errors/signer_not_found'
import { handOverDevice } from '#app/signing/in_person/hand_over'
import { hostNamed } from '#app/signing/in_person/host'
import { unit } from '#app/tenancy/current_tenant'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { reply } from '../answer/answer.js'
import { actorOf, foundDocument } from '../documents/found_document.js'
import { once } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { signerId } from '../input/resource_id.js'
import { IN_PERSON_LINK_ANSWER } from '../schemas/in_person_link.js'
import { inPersonLinkValidator } from '../validators/in_person_link_validator.js'

export default class InPersonLinksController {
  /** POST /api/v1/documents/:id/signers/:sid/in-person-links */
  async store(ctx: HttpContext) {
    const { host: email } = bodyOf(ctx, inPersonLinkValidator)
    const { id: documentId, signers } = await foundDocument(ctx)
    const signer = signerId(ctx)
    if (!signers.some(({ id }) => id === signer)) throw new SignerNotFound()
    const handOver = { documentId, signerId: signer, by: actorOf(ctx) }
    const address = ctx.caller.entitlements.host
    await once(ctx, (keep) =>
      unit(async () => {
        const host = await hostNamed(email, documentId)
        const { token, openUntil } = await handOverDevice({ ...handOver, host })
        const url = publicUrl(address, `/in-person/${token}`)
        const shown = { url, host, expiresAt: openUntil.toISOString() }
        await keep(reply(ctx, IN_PERSON_LINK_ANSWER, shown, { status: 201 }))
      })
    )
  }
}
