import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { findMember, LIST, membershipOf } from './member_page.js'
import { phrasesOf } from '../language.js'

export default class AccessController {
  /** POST /settings/members/:id/enable */
  async store(ctx: HttpContext) {
    const user = await findMember(ctx)
    const outcome = {
      back: `${LIST}/${user.id}`,
      done: phrasesOf(ctx).t('members.enabled_now', { name: user.name }),
    }
    return flashOutcome(ctx, outcome, () => membershipOf(user, ctx).enable())
  }

  /** POST /settings/members/:id/disable: every browser of theirs is logged out. */
  async destroy(ctx: HttpContext) {
    const user = await findMember(ctx)
    const outcome = {
      back: `${LIST}/${user.id}`,
      done: phrasesOf(ctx).t('members.disabled_now', { name: user.name }),
    }
    return flashOutcome(ctx, outcome, () => membershipOf(user, ctx).disable())
  }
}
