import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import type User from '#app/identity/users/user'
import { showPage } from '../page.js'
import { chosenHeir, handOverAnd, handOverTheRest, leavingOf } from '../sharing/leaving.js'
import { submissionOf } from '../submission_of.js'
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
    const submission = submissionOf(ctx)
    const user = await submission.subject(() => findMember(ctx))
    const from: string = ctx.params.id
    const { heir, value, error } = await chosenHeir(ctx, from)
    const order = { from, heir, by: ctx.dashboard.actor(ctx) }
    const handOverRest = () => handOverTheRest(ctx, order)
    if (!user) {
      const { id } = (await submission.earlier())!
      return flashOutcome(ctx, outcomeOf(ctx, id), handOverRest)
    }
    if (error) return form(ctx, user, { value, error })
    const revokeKeys = ctx.request.body().revokeKeys === 'yes'
    const { name } = user
    return flashOutcome(ctx, outcomeOf(ctx, name), async () => {
      await submission.run((keep) =>
        handOverAnd(ctx, order, async () => {
          await membershipOf(user, ctx).remove({ revokeKeys })
          await keep({ id: name }) // all that can be said of them from now on
        })
      )
      await handOverRest()
    })
  }
}

function outcomeOf(ctx: HttpContext, name: string) {
  return { back: LIST, done: phrasesOf(ctx).t('members.removed', { name }) }
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
