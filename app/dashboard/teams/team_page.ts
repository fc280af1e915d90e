import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { typedText } from '#app/front_door/bodies/typed_text'
import { faultOfLine } from '#app/foundation/text_fault'
import { Recipients } from '#app/identity/teams/recipient'
import { Team, type TeamRow } from '#app/identity/teams/team'
import { MAX_TEAM_NAME, Teamwork } from '#app/identity/teams/teamwork'
import NothingHere from '../errors/nothing_here.js'
import { readPage, showPage } from '../page.js'

export const LIST = '/settings/teams'

/** What was typed into one of the page's forms, and what is wrong with it. */
export interface TeamFault {
  field: 'name' | 'address'
  value: string
  error: string
}

/** The team that the address names. @throws NothingHere */
export async function findTeam(ctx: HttpContext): Promise<TeamRow> {
  const [rows] = await readPage(ctx, Team.one(teamId(ctx)))
  if (rows.length === 0) throw new NothingHere()
  return rows[0]
}

/** @throws NothingHere */
export async function showTeam(ctx: HttpContext, fault?: TeamFault): Promise<void> {
  const id = teamId(ctx)
  const [rows, members, suggestions] = await readPage(
    ctx,
    Team.one(id),
    Team.members(id),
    Recipients.suggestions
  )
  if (rows.length === 0) throw new NothingHere()
  const [team] = rows
  const state = {
    team: { id, name: team.name },
    members: members.map(({ disabled_at: disabledAt, ...member }) => ({
      ...member,
      isDisabled: disabledAt !== null,
    })),
    suggestions: suggestions.filter(({ kind }) => kind === 'person'),
    fault: fault ?? null,
  }
  await showPage(ctx, 'dashboard/teams/show', state, fault ? 422 : 200)
}

export function teamworkOf(ctx: HttpContext): Teamwork {
  return new Teamwork(ctx.dashboard.actor(ctx))
}

/** What is wrong with the name of a team, in a sentence. */
export function faultOfName(name: string, phrases: DashboardPhrasebook): string | null {
  return name ? faultOfLine(name, MAX_TEAM_NAME, phrases) : phrases.t('teams.nameless')
}

export function typedName(ctx: HttpContext): string {
  return typedText(ctx.request.body().name)
}

function teamId({ params }: HttpContext): string {
  const { id } = params
  if (!isIdentifier('tea', id)) throw new NothingHere()
  return id
}
