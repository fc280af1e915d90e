import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { SecurityTrail } from '#app/audit/security_trail'
import { Suppression } from '#app/documents/signers/suppression'
import { unit } from '#app/tenancy/current_tenant'
import { phrasesOf } from '../language.js'
import { senderPage } from './sender_page.js'

export default class SuppressionsController {
  /** POST /settings/sender/suppressions: an address may be mailed again. Two who press at once are both right. */
  async destroy(ctx: HttpContext) {
    await senderPage(ctx)
    const address = typedText(ctx.request.body().address)
    await unit(async () => {
      const isLifted = await Suppression.lift(address)
      if (!isLifted) return
      const action = 'sender.suppression_lifted'
      await SecurityTrail.append({ action, actor: ctx.dashboard.actor(ctx), personal: { address } })
    })
    flash(ctx, 'success', phrasesOf(ctx).t('sender.allowed'))
    return ctx.response.redirect('/settings/sender', false, 303)
  }
}
