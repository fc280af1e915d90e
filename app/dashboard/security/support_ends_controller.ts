import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { flashOutcome } from '../flash_outcome.js'
import { SupportSession } from '#app/identity/sessions/support_session'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'

export default class SupportEndsController {
  /** POST /settings/security/support/:id/end */
  async store(ctx: HttpContext) {
    const { id } = ctx.params
    const session = isIdentifier('sup', id) ? await SupportSession.find(id) : null
    if (!session) throw new NothingHere()
    const outcome = { back: '/settings/security', done: phrasesOf(ctx).t('security.visit_ended') }
    await flashOutcome(ctx, outcome, () => session.end(ctx.dashboard.actor(ctx)))
  }
}
