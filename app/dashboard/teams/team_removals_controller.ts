import type { HttpContext } from '@adonisjs/core/http'
import TeamNotEmpty from '#app/identity/errors/team_not_empty'
import { TemplateHandover } from '#app/templates/handing_over'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import {
  chosenHeir,
  handOverAnd,
  handOverTheRest,
  leaveTheRest,
  leavingOf,
} from '../sharing/leaving.js'
import { submissionOf } from '../submission_of.js'
import { findTeam, LIST, teamworkOf } from './team_page.js'

export default class TeamRemovalsController {
  /** GET /settings/teams/:id/delete */
  async create(ctx: HttpContext) {
    return form(ctx)
  }

  /** POST /settings/teams/:id/delete */
  async store(ctx: HttpContext) {
    const submission = submissionOf(ctx)
    const team = await submission.subject(() => findTeam(ctx))
    const id: string = ctx.params.id
    const choice = await chosenHeir(ctx, id)
    const { heir } = choice
    const by = ctx.dashboard.actor(ctx)
    const order = { from: id, heir, by, otherwise: ctx.dashboard.user }
    const handOverRest = () => handOverTheRest(ctx, order)
    if (!team) {
      const earlier = (await submission.earlier())!
      return flashOutcome(ctx, outcomeOf(ctx, earlier.id), handOverRest)
    }
    const { name } = team
    const { t } = phrasesOf(ctx)
    const isOpen = !choice.heir && (await leavingOf(ctx, id)).total > 0
    const error = choice.error ?? (isOpen ? t('teams.heirless') : null)
    if (error) return form(ctx, { value: choice.value, error })
    return flashOutcome(ctx, outcomeOf(ctx, name), async () => {
      await submission.run((keep) =>
        handOverAnd(ctx, order, async () => {
          await teamworkOf(ctx).remove(id)
          // who gave it something meanwhile is done by now, or sees that it is gone
          if (await TemplateHandover.isHolding(id)) throw new TeamNotEmpty()
          leaveTheRest(ctx, order)
          await keep({ id: name }) // all that can be said of it from now on
        })
      )
      await handOverRest()
    })
  }
}

function outcomeOf(ctx: HttpContext, name: string) {
  return { back: LIST, done: phrasesOf(ctx).t('teams.deleted', { name }) }
}

/** @throws NothingHere */
async function form(
  ctx: HttpContext,
  heir: { value: string; error: string | null } = { value: '', error: null }
): Promise<void> {
  const { id, name } = await findTeam(ctx)
  const state = { team: { id, name }, leaving: await leavingOf(ctx, id), heir }
  await showPage(ctx, 'dashboard/teams/delete', state, heir.error ? 422 : 200)
}
