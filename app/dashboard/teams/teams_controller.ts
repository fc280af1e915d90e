import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isRefusal } from '#app/foundation/refusal'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { Team } from '#app/identity/teams/team'
import { unit } from '#app/tenancy/current_tenant'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import {
  faultOfName,
  findTeam,
  LIST,
  showTeam,
  teamworkOf,
  typedName,
  type TeamFault,
} from './team_page.js'

export default class TeamsController {
  /** GET /settings/teams */
  async index(ctx: HttpContext) {
    return showTeams(ctx)
  }

  /** POST /settings/teams */
  async store(ctx: HttpContext) {
    const name = typedName(ctx)
    const phrases = phrasesOf(ctx)
    let fault = faultOfName(name, phrases)
    let id: string | undefined
    if (!fault) {
      try {
        const outcome = await submissionOf(ctx).run((keep) =>
          unit(async () => keep({ id: await teamworkOf(ctx).create(name) }))
        )
        id = outcome?.id
      } catch (error) {
        fault = faultIn(error, phrases)
      }
    }
    if (fault) return showTeams(ctx, { field: 'name', value: name, error: fault })
    flash(ctx, 'success', phrases.t('teams.made', { name }))
    ctx.response.redirect(id ? `${LIST}/${id}` : LIST, false, 303)
  }

  /** GET /settings/teams/:id */
  async show(ctx: HttpContext) {
    return showTeam(ctx)
  }

  /** POST /settings/teams/:id */
  async update(ctx: HttpContext) {
    const { id } = await findTeam(ctx)
    const name = typedName(ctx)
    const phrases = phrasesOf(ctx)
    let fault = faultOfName(name, phrases)
    if (!fault) {
      try {
        await teamworkOf(ctx).rename(id, name)
      } catch (error) {
        fault = faultIn(error, phrases)
      }
    }
    if (fault) return showTeam(ctx, { field: 'name', value: name, error: fault })
    flash(ctx, 'success', phrases.t('teams.renamed'))
    ctx.response.redirect(`${LIST}/${id}`, false, 303)
  }
}

async function showTeams(ctx: HttpContext, fault?: TeamFault): Promise<void> {
  const [teams] = await readPage(ctx, Team.all)
  const state = { teams, fault: fault ?? null }
  await showPage(ctx, 'dashboard/teams/index', state, fault ? 422 : 200)
}

/** @throws what is no refusal that the form can show */
function faultIn(error: unknown, phrases: DashboardPhrasebook): string {
  if (!isRefusal(error) || error.kind === 'absent') throw error
  return refusalIn(phrases, error)
}
