import type { HttpContext } from '@adonisjs/core/http'
import { Sharing } from '#app/documents/sharing/sharing'
import { embedded } from '#app/foundation/printable_text'
import { isIdentifier } from '#app/foundation/identifier'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flashOutcome } from '../flash_outcome.js'
import { SHARED_ACCESS } from '#app/identity/access/document_policy'
import { Recipients } from '#app/identity/teams/recipient'
import { visibleDocument } from '../documents/visible_document.js'
import NothingHere from '../errors/nothing_here.js'
import { chosenRecipient, NOBODY } from './chosen_recipient.js'
import { showSharing } from './sharing_page.js'

export default class SharingsController {
  /** GET /documents/:id/sharing */
  async edit(ctx: HttpContext) {
    return showSharing(ctx)
  }

  /** POST /documents/:id/sharing */
  async store(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const { recipient: typed, access: chosen } = ctx.request.body()
    const value = typedText(typed)
    const recipient = await chosenRecipient(value)
    const access = SHARED_ACCESS.find((one) => one === chosen)
    const error = !recipient ? NOBODY : access ? null : 'Choose what they may do.'
    if (!recipient || !access)
      return showSharing(ctx, { field: 'recipient', value, error: error ?? NOBODY })
    const done = `${embedded(recipient.name)} can ${access} this document now.`
    return flashOutcome(ctx, { back: pageOf(ctx), done }, () =>
      new Sharing(document.id, ctx.dashboard.actor(ctx)).share(recipient.id, access)
    )
  }

  /** POST /documents/:id/sharing/:grantee/remove */
  async destroy(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const grantee: unknown = ctx.params.grantee
    const isOne = isIdentifier('usr', grantee) || isIdentifier('tea', grantee)
    if (!isOne || !(await Recipients.isKnown(grantee))) throw new NothingHere()
    const done = 'The document is no longer shared with them.'
    return flashOutcome(ctx, { back: pageOf(ctx), done }, () =>
      new Sharing(document.id, ctx.dashboard.actor(ctx)).unshare(grantee)
    )
  }
}

function pageOf({ dashboard, params }: HttpContext): string {
  return `${dashboard.base}/documents/${String(params.id)}/sharing`
}
