import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import type User from '#app/identity/users/user'
import { showPage } from '../page.js'
import { chosenHeir, handOverAnd, leavingOf } from '../sharing/leaving.js'
import { findMember, LIST, membershipOf } from './member_page.js'
import { memberView } from './member_view.js'
import { phrasesOf } from '../language.js'

export default class RemovalsController {
  /** GET /settings/members/:id/remove */
  async create(ctx: HttpContext) {
    return form(ctx, await findMember(ctx))
  }

  /** POST /settings/members/:id/remove: with their documents, where somebody was chosen who gets them. */
  async store(ctx: HttpContext) {
    const user = await findMember(ctx)
    const { heir, value, error } = await chosenHeir(ctx, user.id)
    if (error) return form(ctx, user, { value, error })
    const revokeKeys = ctx.request.body().revokeKeys === 'yes'
    const outcome = { back: LIST, done: phrasesOf(ctx).t('members.removed', { name: user.name }) }
    const order = { from: user.id, heir, by: ctx.dashboard.actor(ctx) }
    return flashOutcome(ctx, outcome, () =>
      handOverAnd(ctx, order, () => membershipOf(user, ctx).remove({ revokeKeys }))
    )
  }
}

async function form(
  ctx: HttpContext,
  user: User,
  heir: { value: string; error: string | null } = { value: '', error: null }
): Promise<void> {
  const member = memberView(user, ctx.dashboard.user)
  const state = { member, leaving: await leavingOf(ctx, user.id), heir }
  await showPage(ctx, 'dashboard/members/remove', state, heir.error ? 422 : 200)
}
