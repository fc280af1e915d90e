import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import TemplateNotFound from './errors/template_not_found.js'

type Sharing = RowOf<'templates', 'holder_id' | 'team_ids'>

const LOCK = 'select holder_id, team_ids from templates where id = $1 for no key update'

const PRESENT = 'select id from teams where id = any ($1) order by id'

interface Change {
  by: Actor
  /** The team that it belongs to stays, whether it is named or not. */
  keepsHolder?: boolean
}

/**
 * From now on these teams see and use a template, and no others. If it belongs to a team that is not among them, it goes back to who made it. Locks the
 * template, then the account by its security trail, where it leaves its entry: a team that is deleted meanwhile is left out.
 *
 * @throws TemplateNotFound
 */
export async function shareTemplate(
  id: string,
  teamIds: readonly string[],
  { by, keepsHolder = false }: Change
): Promise<void> {
  await unit(async () => {
    const [[row]] = await CurrentTenant.batch([query<Sharing>(LOCK, [id])])
    if (!row) throw new TemplateNotFound()
    await SecurityTrail.lock()
    const [present] = await CurrentTenant.batch([query<RowOf<'teams', 'id'>>(PRESENT, [teamIds])])
    const wanted = present.map((team) => team.id)
    const { holder_id: holder } = row
    const isGivenBack = !keepsHolder && isTeam(holder) && !wanted.includes(holder)
    const teams = wanted.filter((team) => team !== holder)
    if (!isGivenBack && isSame(teams, row.team_ids)) return
    const details = { template: id, teams: wanted, before: seenBy(row) }
    await SecurityTrail.append({ action: 'template.shared', actor: by, details })
    const text = 'update templates set team_ids = $2, holder_id = $3 where id = $1'
    const values = [id, teams, isGivenBack ? null : holder]
    await CurrentTenant.batch([{ text, values }])
  })
}

function isTeam(holder: string | null): holder is string {
  return holder?.startsWith('tea_') ?? false
}

function isSame(teams: readonly string[], before: readonly string[]): boolean {
  return teams.length === before.length && teams.every((team) => before.includes(team))
}

function seenBy({ holder_id: holder, team_ids: teams }: Sharing): string[] {
  return isTeam(holder) ? [holder, ...teams] : teams
}
