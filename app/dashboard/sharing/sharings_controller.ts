import type { HttpContext } from '@adonisjs/core/http'
import { Sharing } from '#app/documents/sharing/sharing'
import { isIdentifier } from '#app/foundation/identifier'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { SHARED_ACCESS } from '#app/identity/access/document_policy'
import { Recipients } from '#app/identity/teams/recipient'
import { visibleDocument } from '../documents/visible_document.js'
import NothingHere from '../errors/nothing_here.js'
import { chosenRecipient } from './chosen_recipient.js'
import { showSharing, tellsThem } from './sharing_page.js'

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
    const tells = tellsThem(ctx)
    const { t } = phrasesOf(ctx)
    if (!recipient || !access) {
      const error = t(recipient ? 'sharing.no_access' : 'sharing.no_recipient')
      return showSharing(ctx, { field: 'recipient', value, error, access, tells })
    }
    const done = t(`sharing.shared_to_${access}`, { name: recipient.name })
    return flashOutcome(ctx, { back: pageOf(ctx), done }, () =>
      new Sharing(document.id, ctx.dashboard.actor(ctx)).share(recipient.id, access, { tells })
    )
  }

  /** POST /documents/:id/sharing/:grantee/remove */
  async destroy(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const grantee: unknown = ctx.params.grantee
    const isOne = isIdentifier('usr', grantee) || isIdentifier('tea', grantee)
    if (!isOne || !(await Recipients.isKnown(grantee))) throw new NothingHere()
    const done = phrasesOf(ctx).t('sharing.stopped')
    return flashOutcome(ctx, { back: pageOf(ctx), done }, () =>
      new Sharing(document.id, ctx.dashboard.actor(ctx)).unshare(grantee)
    )
  }
}

function pageOf({ dashboard, params }: HttpContext): string {
  return `${dashboard.base}/documents/${String(params.id)}/sharing`
}
